import type { WorkspaceRef } from '../../contract/index.js'

/** The appends of each workspace that are being stored while the next ones are prepared one at a time. */
export interface InFlight {
  /** Runs `prepare` after the earlier preparations of this workspace. */
  inTurn<T>(workspace: WorkspaceRef, prepare: () => Promise<T>): Promise<T>
  /**
   * Counts the devices as in flight until the append has ended. Its failure is the caller's to handle. `devices` is
   * called if a later append asks for some, at most once.
   */
  add(workspace: WorkspaceRef, devices: () => ReadonlySet<string>, append: Promise<unknown>): void
  /** Resolves when no append with one of these devices is in flight, so that the store has all their earlier rows. */
  landed(workspace: WorkspaceRef, devices: Iterable<string>): Promise<void>
}

interface Flight {
  readonly devices: () => ReadonlySet<string>
  readonly ended: Promise<unknown>
}

export function createInFlight(): InFlight {
  const last = new Map<number, Promise<unknown>>()
  const flights = new Map<number, Set<Flight>>()
  return {
    async inTurn({ number }, prepare) {
      const before = last.get(number)
      const prepared = (async () => {
        await before
        return prepare()
      })()
      const done = prepared.then(nothing, nothing)
      last.set(number, done)
      try {
        return await prepared
      } finally {
        if (last.get(number) === done) last.delete(number)
      }
    },
    add({ number }, devices, append) {
      const all = flights.get(number) ?? new Set<Flight>()
      flights.set(number, all)
      let known: ReadonlySet<string> | null = null
      const flight: Flight = {
        devices: () => (known ??= devices()),
        ended: append.then(nothing, nothing).then(() => {
          all.delete(flight)
          if (all.size === 0) flights.delete(number)
        }),
      }
      all.add(flight)
    },
    async landed({ number }, devices) {
      const all = [...(flights.get(number) ?? [])]
      if (all.length === 0) return
      const asked = [...devices]
      const shared = all.filter((flight) => asked.some((device) => flight.devices().has(device)))
      await Promise.all(shared.map(({ ended }) => ended))
    },
  }
}

const nothing = (): void => undefined
