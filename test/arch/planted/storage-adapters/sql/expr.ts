import { insert } from '../memory/insert.js'

export const expr = insert
