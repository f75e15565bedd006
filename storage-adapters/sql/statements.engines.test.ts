import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import type { AnalyticsStore, LateStatement, StatementControl } from '../../contract/index.js'
import { silentLog } from '../../test/support/silent-log.js'
import { event } from '../clickhouse/sandbox/test-workspaces.js'
import {
  makeAccountPoolOptions,
  passwordOf,
  readerConfiguration,
  accountUser,
} from '../clickhouse/sandbox/accounts.js'
import { createClickHouseStore } from '../clickhouse/store.js'
import { startClickHouse, startPostgres } from '../embedded/index.js'
import { folder, log, sql, eventually } from '../embedded/test-support.js'
import { spinning } from '../embedded/test-spinning.js'
import { readAccounts } from '../postgres/sandbox/account.js'
import { connectReader } from '../postgres/sandbox/connect.js'
import { createPostgresStore } from '../postgres/store.js'

const workspace = { id: 'ws_seven', number: 7 }
const usual = { timeMs: 10_000, memoryBytes: 400_000_000, rows: 100, bytes: 1_000_000 }

interface Sandbox {
  readonly store: AnalyticsStore
  readonly spinning: string
  readonly countEvents: string
  /** Start statements that run for minutes; they fail when they are ended. */
  readonly begin: {
    /** Spins under a reader account, with a limit of a second. */
    sql(): Promise<unknown>
    /** Waits under a limit of the service, and obeys requests to end. */
    ordinary(): Promise<unknown>
    /** A statement of the service without a limit. */
    insert(): Promise<unknown>
    /** A statement of another program on the same server under the service's account. */
    stranger(): Promise<unknown>
  }
  /** The number of running statements that contain this string, from the engine's own list. */
  running(part: string): Promise<number>
  /** The statement that begin.ordinary() started. */
  ordinary(control: StatementControl): Promise<LateStatement>
}

async function listsAndEnds(t: Test, open: (t: Test) => Promise<Sandbox>): Promise<void> {
  const { store, begin, running, ordinary, ...fixture } = await open(t)
  const control = store.statements
  const restart = control?.restart
  if (control === undefined || restart === undefined) throw new Error('the store has no list')
  const late = async (): Promise<Record<string, LateStatement>> =>
    Object.fromEntries((await control.late()).map((one) => [one.kind, one]))
  await store.createWorkspace(workspace)
  const batch = { logs: [], links: [], traits: [], contexts: [], metrics: [] }
  await store.append(workspace, { ...batch, events: [event('d', 'kept'), event('e', 'kept')] })
  const kept = async () => (await store.sql!.query(workspace, fixture.countEvents, usual)).rows
  t.same(await kept(), [[2]])
  t.same(await control.late(), [])

  const uses: string[] = []
  control.onUse(() => uses.push('use'))
  const question = { workspace, text: fixture.spinning, parameters: {}, columns: {} }
  const ends = [
    store.run(question, { timeMs: 1_000, memoryBytes: 1e9, rows: 10 }),
    ...[begin.sql, begin.insert, begin.stranger].map((start) => start()),
  ].map((one) =>
    one.then(
      () => 'answered',
      () => 'ended',
    ),
  )
  await eventually('a question is noted when it begins', () => Promise.resolve(uses.length > 0))
  const polite = begin.ordinary().then(
    () => 'answered',
    () => 'ended',
  )
  const one = await eventually('the ordinary statement', () => ordinary(control))
  await control.end(one, 'cancel')
  t.equal(await polite, 'ended', 'a request ends an ordinary statement')

  const found = await eventually('both spinning statements in the list', async () => {
    const list = await late()
    return list['sql'] !== undefined && list['question'] !== undefined ? list : false
  })
  t.equal(await running('inserted'), 1)
  t.equal(await running('stranger'), 1)
  const all = await control.late()
  t.same(
    all.map(({ kind }) => kind).sort(),
    ['question', 'sql'],
    'neither the insert nor the stranger is listed',
  )
  t.match(found['question'], { workspace: 'ws_seven', limitMs: 1_000 })
  t.match(found['sql'], { limitMs: 1_000 })
  for (const one of all) t.ok(one.elapsedMs > one.limitMs)

  for (const how of ['cancel', 'terminate'] as const) for (const one of all) await control.end(one, how)
  await pause(200)
  t.same(
    (await control.late()).map(({ id }) => id).sort(),
    all.map(({ id }) => id).sort(),
    'requests to end have no effect',
  )
  await restart()
  t.same(await Promise.all(ends), ['ended', 'ended', 'ended', 'ended'])
  await eventually('an empty list', async () => (await control.late()).length === 0)
  t.same(await eventually('an answer', kept), [[2]], 'acknowledged events are stored')
  await store.append(workspace, { ...batch, events: [event('f', 'kept')] })
  t.same(await kept(), [[3]], 'further events are accepted')
  await control.rest()
  t.same(await control.late(), [], 'a list after a rest opens its connection again')
}

void t.test('Postgres', (t) =>
  listsAndEnds(t, async (t) => {
    const engine = await startPostgres({ directory: folder(t), log })
    const { url, user, password, database } = engine
    const connection = { url, user, password, database, restart: () => engine.restart() }
    const store = createPostgresStore({ connection, log: silentLog })
    t.teardown(async () => {
      await store.close()
      await engine.stop()
    })
    async function begin(name: string, text: string): Promise<unknown> {
      const { hostname: host, port } = new URL(url)
      const client = new pg.Client({
        host,
        port: Number(port),
        user,
        password,
        database,
        application_name: name,
      })
      client.on('error', () => undefined)
      await client.connect()
      return client.query(text).finally(() => void client.end().catch(() => undefined))
    }
    return {
      store,
      spinning: spinning.postgres,
      countEvents: 'SELECT count(*)::int FROM events_v1',
      begin: {
        async sql() {
          const { hostname: host, port } = new URL(url)
          const own = new pg.Client({ host, port: Number(port), user, password, database })
          await own.connect()
          const accounts = await readAccounts(own)
          await own.end()
          const { client } = await connectReader(connection, accounts, workspace.number)
          await client.query(`BEGIN; SET LOCAL application_name = 'sextant-sql/w7/1000'`)
          return client.query(spinning.postgres)
        },
        ordinary: () => begin('sextant-analytics/w7/1', 'SELECT pg_sleep(6000)'),
        insert: () =>
          begin(
            'sextant-analytics',
            `CREATE TEMP TABLE inserted (n text); INSERT INTO inserted SELECT pg_sleep(6000)::text`,
          ),
        stranger: () => begin('psql', `SELECT pg_sleep(6000) AS stranger`),
      },
      async running(part) {
        const text = `SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${part}%'`
        return (await sql<{ n: number }>(engine, text))[0]?.n ?? 0
      },
      async ordinary(control) {
        for (const one of await control.late()) if (one.limitMs === 1) return one
        throw new Error('not yet')
      },
    }
  }),
)

void t.test('ClickHouse', (t) =>
  listsAndEnds(t, async (t) => {
    const readers = makeAccountPoolOptions()
    const accounts = readerConfiguration(readers)
    const engine = await startClickHouse({ directory: folder(t), log, accounts })
    const { url, user, password } = engine
    const connection = { url, user, password, readers, restart: () => engine.restart() }
    const store = createClickHouseStore({ connection, log: silentLog })
    t.teardown(async () => {
      await store.close()
      await engine.stop()
    })
    /** Readers and the engine's own account authenticate by different headers. */
    async function begin(
      username: string,
      agent: string,
      query: string,
      settings: Record<string, string>,
    ): Promise<string> {
      const login: Record<string, string> =
        username === user
          ? { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
          : {
              'X-ClickHouse-User': username,
              'X-ClickHouse-Key': passwordOf(readers.secret, username),
            }
      const headers = { ...login, 'User-Agent': agent }
      const given = new URLSearchParams(settings)
      const response = await fetch(`${url}/?${String(given)}`, { method: 'POST', headers, body: query })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
      return text
    }
    const slow = 'sleepEachRow(0.05) FROM numbers(1000000)'
    const long = { max_block_size: '10', max_execution_time: '6000' }
    return {
      store,
      spinning: spinning.clickhouse,
      countEvents: 'SELECT count() FROM events_v1',
      begin: {
        sql: () => begin(accountUser(0), 'other', spinning.clickhouse, { max_execution_time: '1' }),
        ordinary: () =>
          begin(user, 'sextant test', `SELECT ${slow}`, {
            ...long,
            query_id: 'sextant-question-w7-ordinary',
          }),
        async insert() {
          await sql(engine, 'CREATE TABLE inserted (n UInt8) ENGINE = Memory')
          const nothing = { max_execution_time: '0', max_block_size: '10' }
          return begin(
            user,
            'sextant test',
            `INSERT INTO ${engine.database}.inserted SELECT ${slow}`,
            nothing,
          )
        },
        // It exceeds its limit, which it does not check.
        stranger: () =>
          begin(user, 'other', spinning.clickhouse.replace('SELECT', 'SELECT /* stranger */'), {
            max_execution_time: '1',
          }),
      },
      async running(part) {
        const text = `SELECT count() AS n FROM system.processes
          WHERE query LIKE '%${part}%' AND query NOT LIKE '%system.processes%'`
        return Number((await sql<{ n: string }>(engine, text))[0]?.n)
      },
      async ordinary() {
        const id = 'sextant-question-w7-ordinary'
        const text = `SELECT query_id FROM system.processes WHERE query_id = '${id}'`
        if ((await sql(engine, text)).length === 0) throw new Error('not yet')
        return { id, kind: 'question', account: user, workspace: null, elapsedMs: 2, limitMs: 1 }
      },
    }
  }),
)
