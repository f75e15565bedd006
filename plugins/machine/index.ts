import { contractNumber, definePlugin } from '../../contract/index.js'
import { clockCheck } from './clocks.js'
import { machineCheck } from './machine.js'
import { clusterCheck, versionCheck } from './servers.js'

/** Checks of `sextant doctor` about the machine and the servers of the storage. */
export const machine = definePlugin({
  name: 'machine',
  contract: contractNumber,
  after: [],
  register(host) {
    for (const check of [machineCheck, versionCheck, clusterCheck, clockCheck]) host.check(check)
  },
})
