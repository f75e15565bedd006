import type { Log } from '../contract/index.js'
import { stopBounds } from '../storage-adapters/embedded/stop-bounds.js'
import { closedWithin } from './shutdown.js'

/** What the program ends after its stores: engines, and the lock of the data directory. */
export interface Endings {
  readonly add: (end: () => Promise<void>) => void
  /** Ends all at once, each within the engines' bound, then releases the lock. Further calls end nothing again. */
  readonly run: () => Promise<void>
  /** Silent from run() on, because the connections of stores end then. */
  readonly storeLog: Log
}

const longestMs = Object.values(stopBounds).reduce((sum, bound) => sum + bound, 0)

export function createEndings(log: Log, lock: { release(): Promise<void> } | null): Endings {
  const ends: (() => Promise<void>)[] = []
  let running = false
  return {
    add: (end) => void ends.push(end),
    async run() {
      running = true
      const part = { name: 'engines', milliseconds: longestMs }
      await Promise.all(ends.splice(0).map((end) => closedWithin(part, async () => end(), log)))
      await lock?.release()
    },
    storeLog: silencedWhen(() => running, log),
  }
}

function silencedWhen(silent: () => boolean, log: Log): Log {
  const passing =
    (level: keyof Log) =>
    (fields: object, message: string): void => {
      if (!silent()) log[level](fields, message)
    }
  return { debug: passing('debug'), info: passing('info'), warn: passing('warn'), error: passing('error') }
}
