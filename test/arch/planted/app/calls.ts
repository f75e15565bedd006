import { client } from '../client/index.js'

export const calls = client
