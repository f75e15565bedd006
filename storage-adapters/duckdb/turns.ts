/** Runs work of one key in the order in which it was asked for, one at a time; different keys run side by side. */
export interface Turns {
  next<T>(key: number, work: () => Promise<T>): Promise<T>
  /** Settles when all work has ended. */
  ended(): Promise<void>
}

export function createTurns(): Turns {
  const last = new Map<number, Promise<unknown>>()
  return {
    next(key, work) {
      const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
      last.set(key, mine)
      const forget = (): void => {
        if (last.get(key) === mine) last.delete(key)
      }
      mine.then(forget, forget)
      return mine
    },
    async ended() {
      await Promise.allSettled(last.values())
    },
  }
}
