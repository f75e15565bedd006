import type { JobRow } from './jobs-repository.js'

interface Sighting {
  readonly token: number
  readonly beat: number
  readonly since: number
}

/**
 * Finds leases whose process has died, without comparing the clocks of two processes: a lease is stale if its token and
 * beat have not changed for `leaseMs` of this process's own time.
 *
 *     seen  t=0 s beat 7 · t=10 s beat 8 · t=20 s beat 8 · t=40 s beat 8 → stale since t=10 s + 30 s
 */
export function createLeaseWatch(clock: () => number, leaseMs: number): (row: JobRow) => boolean {
  const sightings = new Map<string, Sighting>()
  return ({ name, token, beat }) => {
    const now = clock()
    const known = sightings.get(name)
    // A clock that was set back must not keep a lease alive.
    if (known?.token === token && known.beat === beat && known.since <= now)
      return now - known.since >= leaseMs
    sightings.set(name, { token, beat, since: now })
    return false
  }
}
