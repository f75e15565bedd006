import { contractNumber, definePlugin, propertyCatalogue } from '../../core/contract/index.js'
import { createCatalogue } from './catalogue.js'

/** The names that the data of a workspace carries, kept as it comes in. */
export const catalogue = definePlugin({
  name: 'catalogue',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.migrations(new URL('migrations/', import.meta.url))
    host.service(propertyCatalogue, createCatalogue)
  },
})
