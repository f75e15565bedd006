import { runPlan } from '../run/run-plan.js'

export const contract = runPlan
