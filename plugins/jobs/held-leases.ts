import type { Records } from '../../contract/index.js'
import type { ActiveRun } from './active-run.js'
import { beatLeases, type HeldLease } from './jobs-repository.js'

/** The leases that this process holds, each with its run. */
export interface HeldLeases {
  add(lease: HeldLease, run: ActiveRun): void
  delete(name: string): void
  has(name: string): boolean
  /**
   * Raises the beats, and aborts runs whose lease another process has taken over. If the records fail, rejects, and aborts
   * runs whose lease may expire.
   */
  keep(): Promise<void>
  abortAll(): void
}

interface Held {
  readonly lease: HeldLease
  readonly run: ActiveRun
  keptAt: number
}

/** @param longestGap milliseconds without a successful beat after which a run is aborted */
export function createHeldLeases(records: Records, clock: () => number, longestGap: number): HeldLeases {
  const held = new Map<string, Held>()
  return {
    add: (lease, run) => void held.set(lease.name, { lease, run, keptAt: clock() }),
    delete: (name) => void held.delete(name),
    has: (name) => held.has(name),
    async keep() {
      const mine = [...held.values()]
      if (mine.length === 0) return
      try {
        const leases = mine.map(({ lease }) => lease)
        const kept = new Set(await beatLeases(records, leases))
        for (const one of mine)
          if (kept.has(one.lease.name)) one.keptAt = clock()
          else one.run.abort('lost')
      } catch (error) {
        for (const { keptAt, run } of mine) if (clock() - keptAt > longestGap) run.abort('lost')
        throw error
      }
    },
    abortAll() {
      for (const { run } of held.values()) run.abort('interrupted')
    },
  }
}
