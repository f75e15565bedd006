import { ServiceError } from '../../core/contract/index.js'

/** Lets `running` works run at a time and `waiting` more wait, in order; refuses the rest with UNAVAILABLE. */
export function createGate(running: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let active = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (active < running) active += 1
    else {
      if (queue.length >= waiting)
        throw new ServiceError('UNAVAILABLE', 'Too many logins at once; try again in a moment.', {
          retryAfter: 5,
        })
      // Whoever leaves hands its place on, so that nobody can slip in between.
      await new Promise<void>((enter) => queue.push(enter))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) active -= 1
      else next()
    }
  }
}
