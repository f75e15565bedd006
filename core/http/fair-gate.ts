export interface FairGateOptions {
  /** Works that run at a time. */
  readonly width: number
  /** Works of one caller that run at a time. */
  readonly each: number
  /** Works of one caller that may wait, and the error of one more; unless given, any number. */
  readonly waiting?: number
  readonly full?: () => Error
}

/**
 * Runs at most `width` works at a time, at most `each` of one caller. The others wait: callers take turns, the works
 * of one caller keep their order. With width 2, each 1:
 *
 *     asked  a1 a2 a3 b1 c1     runs  a1 b1, then c1 a2, then a3
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
