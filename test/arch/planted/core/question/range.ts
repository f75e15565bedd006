import { respond } from '../../http/respond.js'

export const range = respond
