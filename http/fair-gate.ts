export interface FairGateOptions {
  /** Tasks that run concurrently. */
  readonly width: number
  /** Tasks of one caller that run concurrently. */
  readonly each: number
  /** Waiting tasks of one caller, and the error for one more; unlimited by default. */
  readonly waiting?: number
  readonly full?: () => Error
}

/**
 * Runs at most `width` tasks concurrently, at most `each` of one caller. The others wait: callers take turns,
 * and one caller's tasks stay in order. With width 2, each 1:
 *
 *     requested  a1 a2 a3 b1 c1     runs  a1 b1, then c1 a2, then a3
 */
export function createFairGate({
  width,
  each,
  waiting: mostWaiting = Infinity,
  full = () => new Error('too many wait'),
}: FairGateOptions): <T>(caller: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>()
  /** The callers in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let active = 0

  const runningOf = (caller: string): number => running.get(caller) ?? 0

  function enter(caller: string): void {
    active += 1
    running.set(caller, runningOf(caller) + 1)
  }

  function leave(caller: string): void {
    active -= 1
    const left = runningOf(caller) - 1
    if (left > 0) running.set(caller, left)
    else running.delete(caller)
    if (active < width) admitNext()
  }

  function admitNext(): void {
    for (const [caller, queue] of waiting) {
      if (runningOf(caller) >= each) continue
      const start = queue.shift()
      waiting.delete(caller)
      if (queue.length > 0) waiting.set(caller, queue)
      enter(caller)
      start?.()
      return
    }
  }

  return async (caller, work) => {
    if (active < width && runningOf(caller) < each) enter(caller)
    else {
      const queue = waiting.get(caller) ?? []
      if (queue.length >= mostWaiting) throw full()
      waiting.set(caller, queue)
      await new Promise<void>((start) => queue.push(start))
    }
    try {
      return await work()
    } finally {
      leave(caller)
    }
  }
}
