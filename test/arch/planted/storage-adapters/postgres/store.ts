import { insert } from '../memory/insert.js'

export const store = insert
