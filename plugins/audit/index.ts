import { auditLog, contractNumber, definePlugin } from '../../contract/index.js'
import { examples } from './examples.js'
import { deleteEntries, insertEntry } from './audit-repository.js'
import { registerRoutes } from './routes.js'

/** The log of administrative changes, which other plugins write by the service `auditLog`. */
export const audit = definePlugin({
  name: 'audit',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    host.migrations(new URL('./migrations/', import.meta.url))
    host.service(auditLog, ({ clock }) => ({
      note: (transaction, entry) => insertEntry(transaction, entry, new Date(clock())),
      forget: deleteEntries,
    }))
    registerRoutes(host)
  },
})
