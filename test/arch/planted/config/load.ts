import { insert } from '../storage-adapters/memory/insert.js'

export const load = insert
