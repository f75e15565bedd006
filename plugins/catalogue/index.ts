import { contractNumber, definePlugin, propertyCatalogue } from '../../core/contract/index.js'
import { createCatalogue } from './catalogue.js'

/** The names and values in the data of each workspace, recorded during ingestion. */
export const catalogue = definePlugin({
  name: 'catalogue',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(propertyCatalogue, createCatalogue)
  },
})
