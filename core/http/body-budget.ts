import { ServiceError } from '../contract/index.js'

/** What one request may hold of the budget. */
export interface BodyShare {
  /** Throws UNAVAILABLE if so many bytes more are too many. */
  readonly take: (bytes: number) => void
  /** Gives back everything. */
  readonly close: () => void
}

/**
 * Bounds the bytes of all bodies that are being received, inflated or handled, so that no number of requests takes the
 * process down. While nobody holds anything one body of any size is let in, or it never could be.
 */
export function createBodyBudget(limit: number): () => BodyShare {
  let held = 0
  return () => {
    let own = 0
    return {
      take(bytes) {
        if (held > own && held + bytes > limit)
          throw new ServiceError(
            'UNAVAILABLE',
            'more data is coming in than can be taken at once; try again',
            {
              retryAfter: 2,
            },
          )
        held += bytes
        own += bytes
      },
      close() {
        held -= own
        own = 0
      },
    }
  }
}

/** Runs at most so many works at a time; the others wait in the order they came. */
export function createGate(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running === width) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
