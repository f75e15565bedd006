import { contractNumber, definePlugin } from '../../contract/index.js'
import { demoCommand } from './command.js'

/** The command that runs the service with made-up data. */
export const demo = definePlugin({
  name: 'demo',
  contract: contractNumber,
  after: [],
  register(host) {
    host.command(demoCommand)
  },
})
