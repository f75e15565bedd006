import { availableParallelism } from 'node:os'
import type { Settings } from '../../contract/index.js'
import { createFairQueue, type FairQueue } from './fair-queue.js'
import type { QueueObserver } from './types.js'

/** Queues of their own: a flood of the one does not hold up the other. */
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
  // Together the statements of one caller then have about as many threads as there are cores.
  const threads = Math.max(1, Math.floor(availableParallelism() / queryConcurrency.perCaller))
  return {
    questions: createFairQueue({
      limits: { ...queryConcurrency, ...shared, threads },
      what: 'questions',
      observer: observer('questions'),
    }),
    sql: createFairQueue({
      limits: { ...sqlConcurrency, ...shared, threads },
      what: 'SQL statements',
      observer: observer('sql'),
    }),
  }
}
