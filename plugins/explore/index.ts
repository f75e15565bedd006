import { contractNumber, definePlugin } from '../../contract/index.js'
import { exporters } from './formats.js'
import { examples } from './examples.js'
import { registerQueryRoute } from './query-route.js'
import { sqlMinRole, sqlRateLimit } from './settings.js'
import { registerSourceRoutes } from './source-routes.js'

/** SQL of members over their workspace's tables, its file formats, and the list of sources, fields and values. */
export const explore = definePlugin({
  name: 'explore',
  contract: contractNumber,
  after: [],
  register(host) {
    host.setting(sqlMinRole)
    host.setting(sqlRateLimit)
    for (const exporter of exporters) host.exporter(exporter)
    host.examples(examples)
    registerQueryRoute(host)
    registerSourceRoutes(host)
  },
})
