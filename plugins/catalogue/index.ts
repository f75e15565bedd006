import {
  contractNumber,
  definePlugin,
  propertyCatalogue,
  serviceEvents,
  type ServiceRef,
} from '../../contract/index.js'
import { createCatalogue, type Catalogue } from './catalogue.js'
import { catalogueMeters } from './meters.js'
import { mostPropertyNames } from './settings.js'

/** The catalogue of this plugin: the contract's, and what its handler calls. */
const ownCatalogue = propertyCatalogue as ServiceRef<Catalogue>

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
    host.on(serviceEvents.workspaceDeleted, ({ workspace }, { use }) =>
      use(ownCatalogue).forget(workspace.id),
    )
  },
})
