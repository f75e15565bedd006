import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { ServiceError, serviceRef, type BatchPlace, type WorkspaceRef } from '../../contract/index.js'

/** A request's turn in its run. */
export interface Turn {
  /** Resolves when all earlier requests have passed. Rejects with UNAVAILABLE if that cannot be. */
  come(): Promise<void>
  /** Lets the next request come: this one has its place in the order of storing. */
  readonly pass: () => void
}

/** The runs of requests that several connections send at once, and that are stored in order. */
export interface BatchRuns {
  /**
   * Runs `work` for the request at a place; if it fails, later requests of its run fail too. Rejects with UNAVAILABLE if
   * this process does not know the run: request 0 begins it, and the others are sent once that is acknowledged.
   */
  inTurn<T>(workspace: WorkspaceRef, place: BatchPlace, work: (turn: Turn) => Promise<T>): Promise<T>
}

export const batchRuns = serviceRef<BatchRuns>('batchRuns')

interface Run {
  /** The number of the request whose turn it is. */
  next: number
  isBroken: boolean
  /** Requests that wait for their turn. */
  readonly waiting: Map<number, () => void>
}

const mostRuns = 1_000
/** Milliseconds that a request waits for its turn: an earlier one is on its way, and its body may be slow. */
const usualPatience = 60_000

/** @param patience milliseconds that a request waits for its turn */
export function createBatchRuns(patience = usualPatience): BatchRuns {
  const runs = new LRUCache<string, Run>({ max: mostRuns })

  async function come(run: Run, number: number): Promise<void> {
    if (run.next < number && !run.isBroken) {
      const ended = new AbortController()
      const turn = new Promise<void>((resolve) => run.waiting.set(number, resolve))
      await Promise.race([turn, pause(patience, undefined, { signal: ended.signal })]).finally(() => {
        run.waiting.delete(number)
        ended.abort()
      })
    }
    if (run.isBroken || run.next !== number) throw outOfTurn()
  }

  function pass(run: Run, number: number): void {
    run.next = number + 1
    run.waiting.get(run.next)?.()
  }

  function end(run: Run): void {
    run.isBroken = true
    for (const wake of run.waiting.values()) wake()
  }

  return {
    async inTurn({ number: workspace }, { run: id, number }, work) {
      const key = `${workspace} ${id}`
      const run = number === 0 ? { next: 0, isBroken: false, waiting: new Map() } : runs.get(key)
      if (run === undefined || run.isBroken || run.next > number) throw outOfTurn()
      if (number === 0) runs.set(key, run)
      try {
        return await work({ come: () => come(run, number), pass: () => pass(run, number) })
      } catch (error) {
        if (run.next <= number || !isRejection(error)) end(run)
        throw error
      }
    },
  }
}

/** The request itself is at fault, and the others are not. */
const isRejection = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'VALIDATION_ERROR'

const outOfTurn = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'the batches before this one are not here; send it again', {
    retryAfter: 1,
  })
