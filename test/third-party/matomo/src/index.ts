import { definePlugin } from 'sextant/plugin'
import { jsonArray } from './json-array.js'
import { matomo } from './matomo.js'

export const plugin = definePlugin({
  name: 'matomo',
  contract: 1,
  after: ['importers'],
  register(host) {
    host.importer(jsonArray)
    host.importer(matomo)
  },
})
