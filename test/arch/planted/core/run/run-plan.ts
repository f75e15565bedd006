import { respond } from '../../http/respond.js'

export const runPlan = respond
