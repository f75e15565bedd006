import type { PluginHost } from '../../contract/index.js'
import { failuresLast, placesLast } from './password-keeper.js'
import { sweepSessions } from './sessions-repository.js'
import { sweepSignIns } from './sign-ins-repository.js'
import { sweepTries } from './tries-repository.js'

/** Seconds. */
const hour = 3_600
const timeout = 60

/** Declares the jobs that delete rows of sessions, sign-ins and rate limits that no longer matter. */
export function registerCleanup(host: PluginHost): void {
  host.job({
    ...{ name: 'expired-sessions', summary: 'Deletes ended and expired sessions', every: hour, timeout },
    run: ({ records, clock }) => sweepSessions(records, new Date(clock())),
  })
  host.job({
    ...{
      name: 'old-sign-ins',
      summary: 'Deletes old wrong passwords and sign-in addresses',
      every: hour,
      timeout,
    },
    run({ records, clock }) {
      const now = clock()
      const old = { failures: new Date(now - failuresLast), places: new Date(now - placesLast) }
      return sweepSignIns(records, old)
    },
  })
  host.job({
    ...{
      name: 'ended-rate-limits',
      summary: 'Deletes windows of rate limits that are over',
      every: 300,
      timeout,
    },
    run: ({ records, clock }) => sweepTries(records, new Date(clock())),
  })
}
