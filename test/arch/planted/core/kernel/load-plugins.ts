import { main } from '../../app/main.js'
import { respond } from '../../http/respond.js'

export const load = [main, respond]
