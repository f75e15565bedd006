import { definePlugin } from 'sextant/plugin'
import { cleanup } from './cleanup.js'
import { registerRoutes } from './routes.js'
import { keepDays } from './settings.js'

export const plugin = definePlugin({
  name: 'acme-thing',
  contract: 1,
  after: ['auth'], // its tables refer to workspaces
  register(host) {
    host.migrations(new URL('../migrations/', import.meta.url))
    host.setting(keepDays)
    host.job(cleanup)
    registerRoutes(host)
  },
})
