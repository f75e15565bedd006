import type { Batch } from '../../contract/index.js'
import { silentLog } from '../../test/support/silent-log.js'
import { createDuckDbStore } from './store.js'

/**
 * Appends batches to the database in a directory until it is killed, and prints the number of each one that is
 * acknowledged: node test-writer.js <directory> <first number>
 */
const [directory = '', first = '0'] = process.argv.slice(2)
const workspace = { id: 'ws_1', number: 1 }
const store = createDuckDbStore({ directory, memoryBytes: 500_000_000, log: silentLog })
await store.start([workspace])

const batchOf = (number: number): Batch => ({
  events: Array.from({ length: 10 }, (_, index) => ({
    ...{ timestamp: 1_000 * number, event_name: `batch ${number}`, device_id: `d${index}` },
    ...{ session_id: null, user_id: null, message_id: `${number} ${index}`, seq: 10 * number + index },
    ...{ context: {}, properties: { number } },
  })),
  links: [{ timestamp: number, device_id: `d${number}`, user_id: `u${number}` }],
  ...{ logs: [], traits: [], contexts: [], metrics: [] },
})

for (let number = Number(first); ; number++) {
  await store.append(workspace, batchOf(number))
  process.stdout.write(`${number}\n`)
}
