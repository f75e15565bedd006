import { contractNumber, definePlugin } from '../../contract/index.js'
import { viewPaths } from './view-paths.js'

/** Serves the web interface. Its source is in web/; the build writes it next to this file. */
export const explorer = definePlugin({
  name: 'explorer',
  contract: contractNumber,
  after: [],
  register(host) {
    host.pages(new URL('web/', import.meta.url), viewPaths)
  },
})
