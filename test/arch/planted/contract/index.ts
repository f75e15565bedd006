import { runPlan } from '../core/run/run-plan.js'

export const contract = runPlan
