import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { eventually } from '../../test/support/eventually.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { temporaryDatabase } from '../../test/support/records.js'
import { silentLog } from '../../test/support/silent-log.js'
import { listRuns } from './jobs-repository.js'

t.test('of several processes one runs the job, and when it is killed another goes on', async (t) => {
  const database = await temporaryDatabase()
  const records = createRecordStore({ url: database.url, log: silentLog })
  await records.migrate('jobs', new URL('migrations/', import.meta.url))
  const children = new Map<string, ChildProcess>()
  const ran: string[] = []
  t.teardown(async () => {
    for (const child of children.values()) child.kill('SIGKILL')
    await records.close()
    await database.drop()
  })
  const program = fileURLToPath(new URL('test-job-process.js', import.meta.url))
  for (const name of ['a', 'b', 'c']) {
    const child = spawn(process.execPath, [program, name, database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.set(name, child)
    createInterface({ input: child.stdout }).on('line', (line) => ran.push(line))
  }
  await eventually('three processes', () =>
    Promise.resolve(ran.filter((line) => line.endsWith('looks')).length === 3),
  )
  const runs = () => ran.filter((line) => !line.endsWith('looks')).map((line) => line.split(' '))

  const killed: string[] = []
  for (const count of [1, 2, 3]) {
    await eventually(`run ${count}`, () => Promise.resolve(runs().length === count))
    const [holder = '', token] = runs().at(-1) ?? []
    t.equal(token, String(count), 'each with a greater token')
    t.notOk(killed.includes(holder))
    children.get(holder)?.kill('SIGKILL')
    killed.push(holder)
  }
  t.same(
    (await listRuns(records, 10)).map(({ process: by, outcome }) => [by, outcome]),
    [
      [killed[2], null],
      [killed[1], 'lost'],
      [killed[0], 'lost'],
    ],
  )
})
