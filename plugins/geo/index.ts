import { resolve } from 'node:path'
import { contractNumber, definePlugin, geoLookup } from '../../contract/index.js'
import { openCountries } from './country-file.js'
import { geoDatabase } from './settings.js'

/** Looks up countries of network addresses in the file that GEO_DATABASE names. */
export const geo = definePlugin({
  name: 'geo',
  contract: contractNumber,
  after: [],
  register(host) {
    host.setting(geoDatabase)
    host.service(geoLookup, ({ setting }) => {
      const path = setting(geoDatabase)
      return openCountries(path === null ? null : resolve(path))
    })
  },
})
