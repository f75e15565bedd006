import { contractNumber, definePlugin } from '../../core/contract/index.js'

/** The pages for people; web/ has their source, the build puts them beside this file. */
export const explorer = definePlugin({
  name: 'explorer',
  contract: contractNumber,
  after: [],
  register(host) {
    host.pages(new URL('web/', import.meta.url))
  },
})
