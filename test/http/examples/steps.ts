import { accountSteps } from './account-steps.js'
import { metricSteps } from './metric-steps.js'
import { dictionarySteps } from './dictionary-steps.js'
import { librarySteps } from './library-steps.js'
import { recordSteps } from './record-steps.js'
import { ingestSteps } from './ingest-steps.js'
import type { Step } from './step.js'

/** Every route once, in an order in which each finds what it needs. */
export const steps: readonly Step[] = [
  ...ingestSteps,
  ...metricSteps,
  ...librarySteps,
  ...dictionarySteps,
  ...recordSteps,
  ...accountSteps,
]
