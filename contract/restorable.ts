import type { JobDefinition } from './job.js'
import type { Records } from './storage.js'

/** How long something that was deleted can be restored, in milliseconds. */
export const restorableFor = 600_000

/** Something can be restored if it was deleted after the returned time. `now` in milliseconds since 1970 UTC. */
export const restorableSince = (now: number): Date => new Date(now - restorableFor)

/** Returns the job that purges all rows deleted at `until` or before. */
export const purgeJob = (
  name: string,
  summary: string,
  purge: (records: Records, until: Date) => Promise<void>,
): JobDefinition => ({
  name,
  summary,
  every: restorableFor / 1000,
  timeout: 60,
  run: ({ records, clock }) => purge(records, restorableSince(clock())),
})
