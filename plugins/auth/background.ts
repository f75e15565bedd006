import type { Log } from '../../core/contract/index.js'

export interface Background {
  /** Runs a work that no answer waits for, unless one of this name runs already. A failure is only logged. */
  start(name: string, work: () => Promise<void>): void
  /** When all works of now are done. */
  settled(): Promise<void>
}

export function createBackground(log: Log): Background {
  const works = new Map<string, Promise<void>>()
  return {
    start(name, work) {
      if (works.has(name)) return
      const done = work()
        .catch((error: unknown) => log.warn({ err: error, work: name }, 'background work failed'))
        .finally(() => works.delete(name))
      works.set(name, done)
    },
    async settled() {
      await Promise.all(works.values())
    },
  }
}
