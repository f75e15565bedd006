import { load } from '../config/load.js'

export const client = load
