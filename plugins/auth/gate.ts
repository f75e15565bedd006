import { ServiceError } from '../../contract/index.js'

/** Runs a task when it is the caller's turn. Throws UNAVAILABLE if too many tasks wait. */
export type Gate = <T>(caller: string, work: () => Promise<T>) => Promise<T>

interface Waiter {
  readonly enter: () => void
  readonly reject: (reason: ServiceError) => void
}

/**
 * Creates a gate that runs `running` tasks at a time and lets `waiting` more wait. Callers take turns, however many tasks
 * each has waiting, and a full queue rejects the latest task of the caller with the most. So one caller with many tasks
 * cannot keep other callers out.
 */
export function createGate(running: number, waiting: number): Gate {
  let active = 0
  let queued = 0
  /** The callers' waiting tasks, in the order of their turns; no queue is empty. */
  const queues = new Map<string, Waiter[]>()

  function next(): Waiter | undefined {
    const [turn] = queues
    if (turn === undefined) return undefined
    const [caller, queue] = turn
    const waiter = queue.shift()
    queued -= 1
    // The caller goes to the end: the other callers' turns come first.
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
    last?.reject(full())
  }

  return async (caller, work) => {
    if (active < running) active += 1
    else {
      if (queued >= waiting) makeRoom(caller)
      // A task that ends passes its slot to the next waiter, so no new task can take it in between.
      await new Promise<void>((enter, reject) => {
        queued += 1
        queues.set(caller, [...(queues.get(caller) ?? []), { enter, reject }])
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
  new ServiceError('UNAVAILABLE', 'too many passwords at once (PASSWORD_QUEUE); try again in a moment', {
    retryAfter: 5,
  })
