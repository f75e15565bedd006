import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { AnalyticsStore, Batch } from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase, waitingOn } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import type { KilledChange } from './test-killed-change.js'

const timestamp = Date.UTC(2026, 0, 5)
const row = (id: string) => ({ timestamp, message_id: id, seq: 1 })
/** A row of a table that the older layout lacks. */
const batch = (id: string): Batch => ({
  events: [],
  logs: [{ ...row(id), level: 'info', service: null, source: null, session_id: null, message: {} }],
  links: [],
  traits: [],
  contexts: [],
  metrics: [],
})

interface Storage {
  open(): AnalyticsStore
  /** An operator's statement; returns its first column. */
  sql(text: string): Promise<readonly string[]>
  /** The state of an older version: no table of logs, and no record. */
  readonly age: (number: number) => readonly string[]
  readonly comment: (number: number) => string
  readonly logs: (number: number) => string
  readonly killed: Omit<KilledChange, 'workspace'>
  close(): Promise<void>
}

async function changes(t: Test, storage: Storage): Promise<void> {
  const { open, sql, age, comment, logs, killed } = storage
  const numbers: number[] = []
  const opened: AnalyticsStore[] = []
  const another = (): AnalyticsStore => {
    const store = open()
    opened.push(store)
    return store
  }
  const first = another()
  const made = async () => {
    const number = randomInt(2 ** 40)
    numbers.push(number)
    const workspace = { id: `ws_${number}`, number }
    await first.createWorkspace(workspace)
    return workspace
  }
  const old = async () => {
    const workspace = await made()
    for (const statement of age(workspace.number)) await sql(statement)
    return workspace
  }
  const record = async (number: number): Promise<string> => (await sql(comment(number))).join()
  const newest = /^sextant layout (\d+), finished \1$/
  /** The long part of a step runs in the background. */
  const finished = async (number: number): Promise<string> => {
    for (;;) {
      const text = await record(number)
      if (newest.test(text)) return text
      await pause(20)
    }
  }

  await t.test('a new workspace has a record', async (t) => {
    t.match(await record((await made()).number), newest)
  })

  await t.test('an older one is brought up to date when it is used, not at the start', async (t) => {
    const workspace = await old()
    const store = another()
    await store.start([workspace])
    t.notMatch(await record(workspace.number), newest)
    await store.append(workspace, batch('a'))
    t.match(await finished(workspace.number), newest)
    t.same(await sql(logs(workspace.number)), ['1'])
  })

  await t.test('by a question, and by a version, too', async (t) => {
    const used: readonly ((
      store: AnalyticsStore,
      workspace: Awaited<ReturnType<typeof old>>,
    ) => Promise<unknown>)[] = [
      (store, workspace) => store.dataVersion(workspace),
      (store, workspace) => store.hasContexts!(workspace),
      (store, workspace) => store.views!.check(workspace),
      (store, workspace) => store.recall!(workspace, { sessions: [], contexts: [] }),
    ]
    for (const use of used) {
      const workspace = await old()
      await use(another(), workspace)
      t.match(await finished(workspace.number), newest)
    }
  })

  await t.test('by several processes at once', async (t) => {
    const workspace = await old()
    const stores = [another(), another(), another()]
    await Promise.all(stores.map((store) => store.start([workspace])))
    await Promise.all(stores.map((store, index) => store.append(workspace, batch(`m${index}`))))
    t.same(await sql(logs(workspace.number)), ['3'])
    t.match(await finished(workspace.number), newest)
  })

  await t.test('a process that is killed in the middle leaves the record as it was', async (t) => {
    const workspace = await old()
    const program = fileURLToPath(new URL('test-killed-change.js', import.meta.url))
    const change: KilledChange = { ...killed, workspace }
    const child = spawn(process.execPath, [program, JSON.stringify(change)], { stdio: 'inherit' })
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    t.equal(signal, 'SIGKILL')
    t.notMatch(await record(workspace.number), newest)
    const store = another()
    await store.start([workspace])
    await store.append(workspace, batch('a'))
    t.match(await finished(workspace.number), newest)
    t.same(await sql(logs(workspace.number)), ['1'])
  })

  await t.test('one that is deleted is not made again by its use', async (t) => {
    const workspace = await old()
    const store = another()
    await store.start([workspace])
    await first.dropWorkspace(workspace)
    await t.rejects(store.append(workspace, batch('a')), { code: 'NOT_FOUND' })
    t.same(await sql(comment(workspace.number)), [])
  })

  await t.test('one that the storage lacks is made at the start', async (t) => {
    const number = randomInt(2 ** 40)
    numbers.push(number)
    const workspace = { id: `ws_${number}`, number }
    const stores = [another(), another()]
    await Promise.all(stores.map((store) => store.start([workspace])))
    for (const store of stores) await store.append(workspace, batch('a'))
    t.same(await sql(logs(number)), ['1'])
  })

  for (const number of numbers) await first.dropWorkspace({ id: `ws_${number}`, number })
  for (const store of opened) await store.close()
  await storage.close()
}

t.test('ClickHouse', async (t) => {
  const connection = testEngines().clickhouse
  const client = connect(connection)
  await changes(t, {
    open: () => createClickHouseStore({ connection, log: silentLog }),
    async sql(text) {
      if (!text.startsWith('SELECT')) {
        await client.command({ query: text })
        return []
      }
      const result = await client.query({ query: text, format: 'JSONCompactEachRow' })
      return (await result.json<[string]>()).map(([value]) => value)
    },
    age: (number) => [`DROP TABLE w${number}.logs_v1 SYNC`, `ALTER DATABASE w${number} MODIFY COMMENT ''`],
    comment: (number) => `SELECT comment FROM system.databases WHERE name = 'w${number}'`,
    logs: (number) => `SELECT toString(count()) FROM w${number}.logs_v1`,
    killed: { statements: 2, clickhouse: connection },
    close: () => client.close(),
  })
})

t.test('Postgres', async (t) => {
  const database = await temporaryDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  await changes(t, {
    open: () => createPostgresStore({ connection: { url: database.url }, log: silentLog }),
    async sql(text) {
      const { rows } = await pool.query<unknown[]>({ text, rowMode: 'array' })
      return rows.map(([value]) => String(value))
    },
    age: (number) => [`DROP TABLE "w${number}".logs_v1 CASCADE`, `COMMENT ON SCHEMA "w${number}" IS NULL`],
    comment: (number) =>
      `SELECT coalesce(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = 'w${number}'`,
    logs: (number) => `SELECT count(*) FROM "w${number}".logs_v1`,
    killed: { statements: 1, postgres: database.url },
    async close() {
      await pool.end()
      await database.drop()
    },
  })
})

t.test('Postgres indexes the links of workspaces that have none, or half a one', async (t) => {
  const database = await temporaryDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  const workspace = { id: 'ws_links', number: randomInt(2 ** 40) }
  const schema = `"w${workspace.number}"`
  const open = (): AnalyticsStore =>
    createPostgresStore({ connection: { url: database.url }, log: silentLog })
  const first = open()
  await first.createWorkspace(workspace)
  const link = (device: string) => ({ timestamp, device_id: device, user_id: 'u' })
  await first.append(workspace, { ...batch('a'), links: [link('d1'), link('d2')] })
  await first.close()
  const valid = async (): Promise<readonly boolean[]> => {
    const text = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('${schema}.device_links_actor')`
    return (await pool.query<{ valid: boolean }>(text)).rows.map((row) => row.valid)
  }
  t.same(await valid(), [true])
  const half = `CREATE UNIQUE INDEX CONCURRENTLY device_links_actor ON ${schema}.device_links (user_id)`
  for (const left of [[], [half]]) {
    await pool.query(`DROP INDEX ${schema}.device_links_actor`)
    for (const text of left) await t.rejects(pool.query(text))
    t.same(await valid(), left.length === 0 ? [] : [false])
    await pool.query(`COMMENT ON SCHEMA ${schema} IS 'sextant layout 1, finished 1'`)
    const store = open()
    await store.start([workspace])
    await store.append(workspace, batch(`b${left.length}`))
    while (!(await valid()).includes(true)) await pause(20)
    await store.close()
  }
  await pool.end()
  await database.drop()
})

t.test('Postgres: a step that ends in a deadlock with an append is tried again', async (t) => {
  const { url, drop, sql } = await temporaryDatabase()
  // A transaction that has waited this long looks for a deadlock, once, and is ended if it finds one. The step waits
  // first; with this much time the append begins to wait in time even on a busy machine.
  await sql(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET deadlock_timeout = '5s'`)
  const store = createPostgresStore({ connection: { url }, log: silentLog })
  const appending = new pg.Client({ connectionString: url })
  const watching = new pg.Client({ connectionString: url })
  t.teardown(async () => {
    await Promise.all([appending.end(), watching.end(), store.close()])
    await drop()
  })
  await Promise.all([appending.connect(), watching.connect()])
  // The append does not look: on a busy machine it might do so first, and be ended in place of the step.
  await appending.query(`SET deadlock_timeout = '1h'`)
  const workspace = { id: 'ws_1', number: 1 }
  await store.createWorkspace(workspace)
  await watching.query('COMMENT ON SCHEMA w1 IS NULL')
  await store.start([workspace])
  await appending.query('BEGIN; LOCK TABLE w1.traits_v1 IN ROW EXCLUSIVE MODE')
  const used = store.dataVersion(workspace)
  while ((await waitingOn(watching)) === 0) await pause(20)
  await appending.query('LOCK TABLE w1.events_v1 IN ROW EXCLUSIVE MODE')
  await appending.query('COMMIT')
  await t.resolves(used)
})
