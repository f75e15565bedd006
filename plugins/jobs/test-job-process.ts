import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { silentLog } from '../../test/support/silent-log.js'
import { createScheduler } from './scheduler.js'
import { everyMinute } from './test-jobs.js'

/**
 * One process of several, for a test that kills it: `node test-job-process.js <name> <url of the records>`. It prints a
 * line when it looks for the first time, and `<name> <token>` when it runs the job, which never ends by itself.
 */
const [name = '', url = ''] = process.argv.slice(2)
const unused = (): never => {
  throw new Error('the job uses nothing')
}
const scheduler = createScheduler(
  {
    ...{ records: createRecordStore({ url, log: silentLog }), log: silentLog, clock: Date.now },
    ...{ newId: (prefix: string) => prefix, use: unused, find: () => null },
    ...{ settings: {} as never, setting: unused, analytics: {} as never },
  },
  { process: name, pace: { beat: 200, lease: 2_000, look: 200 } },
)
const run = ({ token, signal }: { readonly token: number; readonly signal: AbortSignal }): Promise<void> => {
  console.log(`${name} ${token}`)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}
scheduler.begin([everyMinute(run, { every: 1, timeout: 3_600 })])
await scheduler.look()
console.log(`${name} looks`)
// Its timers alone would not keep it alive.
setInterval(() => undefined, 1_000)
