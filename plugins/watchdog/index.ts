import { contractNumber, definePlugin, statementGuard } from '../../contract/index.js'
import { statementCheck } from './check.js'
import { overdueMeters } from './meters.js'
import { createWatchdog } from './watchdog.js'

/** Ends statements that the storage engine still runs past their time limit. */
export const watchdog = definePlugin({
  name: 'watchdog',
  contract: contractNumber,
  after: [],
  register(host) {
    host.service(statementGuard, ({ analytics, log, settings, meters }) =>
      createWatchdog({
        ...{ log, clock: () => performance.now() },
        control: analytics.statements,
        observer: overdueMeters(meters),
        limitMs: settings.queryTimeout,
        overdueMs: settings.statementOverdue,
        mostLate: settings.sqlOverdue,
      }),
    )
    host.check(statementCheck)
  },
})
