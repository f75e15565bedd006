import { ServiceError } from '../../core/contract/index.js'

/** Runs a work when it is the caller's turn; UNAVAILABLE if too many wait. */
export type Gate = <T>(caller: string, work: () => Promise<T>) => Promise<T>

interface Waiter {
  readonly enter: () => void
  readonly refuse: (reason: ServiceError) => void
}

/**
 * Runs `running` works at a time and lets `waiting` more wait. Callers take turns, whatever each has waiting, and a full
 * queue refuses the latest work of the caller with the most: a crowd of one cannot keep others out.
 */
export function createGate(running: number, waiting: number): Gate {
  let active = 0
  let queued = 0
  /** In the order of their turns; none is empty. */
  const queues = new Map<string, Waiter[]>()

  function next(): Waiter | undefined {
    const [turn] = queues
    if (turn === undefined) return undefined
    const [caller, queue] = turn
    const waiter = queue.shift()
    queued -= 1
    // Back to the end: the others' turns come first.
    queues.delete(caller)
    if (queue.length > 0) queues.set(caller, queue)
    return waiter
  }

  function makeRoom(caller: string): void {
    const own = queues.get(caller)?.length ?? 0
    let most: readonly [string, Waiter[]] | null = null
    for (const entry of queues) if (entry[1].length > (most?.[1].length ?? 0)) most = entry
    if (most === null || own + 1 >= most[1].length) throw full()
    const last = most[1].pop()
    queued -= 1
    last?.refuse(full())
  }

  return async (caller, work) => {
    if (active < running) active += 1
    else {
      if (queued >= waiting) makeRoom(caller)
      // Whoever leaves hands its place on, so that nobody can slip in between.
      await new Promise<void>((enter, refuse) => {
        queued += 1
        queues.set(caller, [...(queues.get(caller) ?? []), { enter, refuse }])
      })
    }
    try {
      return await work()
    } finally {
      const waiter = next()
      if (waiter === undefined) active -= 1
      else waiter.enter()
    }
  }
}

const full = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'Too many passwords at once; try again in a moment (PASSWORD_QUEUE).', {
    retryAfter: 5,
  })
