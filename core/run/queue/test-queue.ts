import { createFairQueue, type FairQueue } from './fair-queue.js'

/** A queue in which nothing ever waits. */
export const roomyQueue = (): FairQueue =>
  createFairQueue({
    limits: { all: 1e6, perWorkspace: 1e6, perCaller: 1e6, waiting: 1e6, waitMs: 1e6, threads: 1 },
    what: 'queries',
  })
