import { aggregate, property, scan, sum, type Batch } from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { silentLog } from '../../test/support/silent-log.js'
import { createDuckDbStore } from './store.js'

/**
 * Appends batches to the database in a directory until it is killed, and prints the number of each one that is
 * acknowledged: node test-writer.js <directory> <first number>
 */
const [directory = '', first = '0'] = process.argv.slice(2)
const workspace = { id: 'ws_1', number: 1 }
const store = createDuckDbStore({
  ...{ directory, memoryBytes: 500_000_000, log: silentLog },
  // A property gets a column once it is asked for, and loses it for another one.
  promotion: { most: 2, asks: 1, rows: 0, lookMs: 0, busyMs: 0, idleMs: -1 },
})
await store.start([workspace])
const asked = (name: string): Promise<unknown> =>
  askStore(store, workspace, aggregate(scan('events'), {}, { n: sum(property(name, 'number')) }), {
    timeMs: 600_000,
    memoryBytes: 1e9,
    rows: 10,
  })

const batchOf = (number: number): Batch => ({
  events: Array.from({ length: 10 }, (_, index) => ({
    ...{ timestamp: 1_000 * number, event_name: `batch ${number}`, device_id: `d${index}` },
    ...{ session_id: null, user_id: null, message_id: `${number} ${index}`, seq: 10 * number + index },
    ...{ context: {}, properties: { number0: number, number1: number, number2: number } },
  })),
  links: [{ timestamp: number, device_id: `d${number}`, user_id: `u${number}` }],
  ...{ logs: [], traits: [], contexts: [], metrics: [] },
})

for (let number = Number(first); ; number++) {
  await store.append(workspace, batchOf(number))
  void asked(`number${number % 3}`)
  process.stdout.write(`${number}\n`)
}
