import { contractNumber, definePlugin, propertyCatalogue } from '../../core/contract/index.js'
import { createCatalogue } from './catalogue.js'
import { catalogueMeters } from './meters.js'
import { mostPropertyNames } from './settings.js'

/** The names and values in the data of each workspace, recorded during ingestion. */
export const catalogue = definePlugin({
  name: 'catalogue',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.setting(mostPropertyNames)
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(propertyCatalogue, ({ records, log, clock, setting, meters }) => {
      const created = createCatalogue({ records, log, clock, mostNames: setting(mostPropertyNames) })
      catalogueMeters(meters, created)
      return created
    })
  },
})
