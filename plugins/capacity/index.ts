import { contractNumber, definePlugin, loadGuard } from '../../contract/index.js'
import { capacityCheck } from './check.js'
import { capacityMeters } from './meters.js'
import { createCapacityWatch } from './watch.js'

/** Throttles the workspaces that bring the storage engine to its limits. */
export const capacity = definePlugin({
  name: 'capacity',
  contract: contractNumber,
  after: [],
  register(host) {
    host.service(loadGuard, ({ analytics, log, settings, meters }) =>
      createCapacityWatch({
        ...{ analytics, log, clock: () => performance.now() },
        observer: capacityMeters(meters),
        share: settings.enginePressure,
        diskReserve: settings.diskReserve,
      }),
    )
    host.check(capacityCheck)
  },
})
