import type { Log } from '../../contract/index.js'

/** Runs tasks for which no response waits. */
export interface Background {
  /** Starts a task, unless one of this name is running. A failure is only logged. */
  start(name: string, work: () => Promise<void>): void
  /** Resolves when all running tasks have ended. */
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
