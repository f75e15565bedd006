import { contractNumber, definePlugin, geoLookup } from '../../core/contract/index.js'
import { openCountries } from './country-file.js'

/** Looks up countries of network addresses in the file that GEO_DATABASE names. */
export const geo = definePlugin({
  name: 'geo',
  contract: contractNumber,
  after: [],
  register(host) {
    host.service(geoLookup, ({ settings }) => openCountries(settings.geoDatabase))
  },
})
