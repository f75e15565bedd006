import { availableParallelism } from 'node:os'
import type { Settings } from '../../../contract/index.js'
import { createFairQueue, type FairQueue } from './fair-queue.js'
import type { QueueObserver } from './types.js'

/** Separate queues, so that a flood in one does not delay the other. */
export interface Lanes {
  /** Metrics, funnels, properties … */
  readonly questions: FairQueue
  /** Members' SQL. */
  readonly sql: FairQueue
}

export type LaneName = keyof Lanes

type LaneSettings = Pick<Settings, 'queryConcurrency' | 'queryQueue' | 'queryQueueWait' | 'sqlConcurrency'>

export function createLanes(
  { queryConcurrency, queryQueue, queryQueueWait, sqlConcurrency }: LaneSettings,
  observer: (lane: LaneName) => QueueObserver,
): Lanes {
  const shared = { waiting: queryQueue, waitMs: queryQueueWait }
  // The statements of one caller together then have about as many threads as there are cores.
  const threads = Math.max(1, Math.floor(availableParallelism() / queryConcurrency.perCaller))
  return {
    questions: createFairQueue({
      limits: { ...queryConcurrency, ...shared, threads },
      what: 'queries',
      observer: observer('questions'),
    }),
    sql: createFairQueue({
      limits: { ...sqlConcurrency, ...shared, threads },
      what: 'SQL statements',
      observer: observer('sql'),
    }),
  }
}
