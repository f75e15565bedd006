import { contractNumber, definePlugin } from '../../contract/index.js'
import { amplitude } from './amplitude.js'
import { csv } from './csv.js'
import { jsonLines } from './json-lines.js'
import { mixpanel } from './mixpanel.js'
import { parquet } from './parquet.js'
import { posthog } from './posthog.js'

/** The file formats and exports of other products that `sextant import` reads. */
export const importers = definePlugin({
  name: 'importers',
  contract: contractNumber,
  after: [],
  register(host) {
    // The one registered last is asked first: anything that nothing else recognizes is a table.
    host.importer(csv)
    host.importer(jsonLines)
    host.importer(parquet)
    host.importer(mixpanel)
    host.importer(posthog)
    host.importer(amplitude)
  },
})
