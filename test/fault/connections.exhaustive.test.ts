import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { aggregate, count, equals, column, literal, scan, where, type Batch } from '../../contract/index.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { loadSettings } from '../../config/load.js'
import { loadRegistry } from '../../app/load-registry.js'
import { closeAll, openStores } from '../../app/stores.js'
import { builtInStorages } from '../../storage-adapters/index.js'
import { connectionCounts, connectionsOf } from '../../storage-adapters/postgres/connection-count.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { countWaiting, temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import { askStore } from '../../core/run/ask-store.js'

const limits = { timeMs: 60_000, memoryBytes: 1e9, rows: 1_000 }
const workspace = { id: 'ws_1', number: 1 }
const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
const event: Batch['events'][number] = {
  timestamp: Date.UTC(2026, 0, 5),
  event_name: 'e',
  device_id: 'd',
  session_id: null,
  user_id: null,
  message_id: 'm',
  seq: 1,
  context: {},
  properties: {},
}

t.test(
  'Postgres: questions that wait use none of the connections of ingestion and of cancelling',
  async (t) => {
    const database = await temporaryDatabase()
    const store = createPostgresStore({
      connection: { url: database.url },
      log: silentLog,
      questions: 2,
      poolSize: 1,
    })
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    t.teardown(async () => {
      await other.end()
      await store.close()
      await database.drop()
    })
    await store.createWorkspace(workspace)
    await other.query('BEGIN; LOCK TABLE w1.logs_v1 IN ACCESS EXCLUSIVE MODE')
    const plan = aggregate(scan('logs'), {}, { n: count() })
    const controller = new AbortController()
    const ask = () => askStore(store, workspace, plan, limits, controller.signal)
    const waiting = [ask(), ask()].map((one) => one.catch((error: unknown) => error))
    const locked = async (): Promise<number> => Number((await database.sql(countWaiting))[0]?.['n'])
    while ((await locked()) < 2) await pause(5)

    await store.append(workspace, { ...nothing, events: [event] })
    t.match(await store.dataVersion(workspace), /./)
    t.equal(await store.hasContexts?.(workspace), false)
    t.same((await store.recall?.(workspace, { sessions: [], contexts: [] }))?.sessions, [])

    const append = store.append(workspace, {
      ...nothing,
      logs: [
        {
          timestamp: 1,
          level: 'info',
          service: null,
          source: null,
          message: {},
          session_id: null,
          message_id: 'l',
          seq: 1,
        },
      ],
    })
    while ((await locked()) < 3) await pause(5)
    controller.abort()
    for (const one of await Promise.all(waiting)) t.match(one, { code: 'TIMEOUT' }, 'ended by its client')
    await other.query('ROLLBACK')
    await append
  },
)

t.test('ClickHouse: however many questions wait, ingestion has connections of its own', async (t) => {
  const held: ServerResponse[] = []
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const sent = `${incoming.url ?? ''} ${Buffer.concat(parts).toString()}`
      if (sent.includes('slowly')) held.push(response)
      else if (sent.includes('system.databases')) response.end('["1","sextant layout 2, finished 2"]\n')
      else if (sent.includes('JSONCompactEachRow')) response.end('["1","2"]\n')
      else response.end('{"data": [["1","2"]]}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const store = createClickHouseStore({ connection: { url: `http://127.0.0.1:${port}` }, log: silentLog })
  t.teardown(async () => {
    await store.close()
    server.closeAllConnections()
    server.close()
  })
  const plan = aggregate(
    where(scan('events'), equals(column('event_name'), literal('slowly', 'text'))),
    {},
    { n: count() },
  )
  const waiting = Array.from({ length: 100 }, () =>
    askStore(store, workspace, plan, limits).catch(() => 'ended'),
  )
  while (held.length < waiting.length) await pause(5)
  t.equal(await store.dataVersion(workspace), '1 2')
  t.equal(await store.hasContexts?.(workspace), true)
  server.closeAllConnections()
  server.close()
  t.same([...new Set(await Promise.all(waiting))], ['ended'])
})

t.test(
  'a server that admits fewer connections than a process may open is a warning at the start',
  async (t) => {
    const database = await temporaryDatabase()
    t.teardown(() => database.drop())
    const start = async (environment: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const warnings: string[] = []
      const given = { DATABASE_URL: database.url, DATA_DIR: t.testdir(), STORAGE: 'postgres', ...environment }
      const settings = loadSettings({ environment: given, file: null, directory: '/tmp' })
      const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) }
      const stores = await openStores(settings, log, loadRegistry(builtInStorages))
      await closeAll([stores.analytics, stores.records])
      await stores.stopEngines()
      return warnings
    }
    t.strictSame(await start({ QUERY_CONCURRENCY: '4' }), [], 'of 100 connections 38')
    const [warning, ...more] = await start({ QUERY_CONCURRENCY: '200' })
    t.match(
      warning,
      /^this process may open 234 connections to Postgres, which admits \d+; raise max_connections/,
    )
    t.strictSame(more, [])
    await database.sql(`ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" CONNECTION LIMIT 20`)
    t.match(
      (await start({ QUERY_CONCURRENCY: '4' }))[0],
      /may open 38 connections to Postgres, which admits 20;/,
    )
  },
)

t.test('the connections of each kind are as many as docs/limits.md says', async (t) => {
  t.equal(connectionsOf(null), 11)
  t.equal(connectionsOf(16), 50)
  const page = await readFile('docs/limits.md', 'utf8')
  const { records, migrations, ingestion, changing, sql, cancelling, watching } = connectionCounts
  const cells = [...page.matchAll(/^\| [^|]+ \| (\d+) \| (?:always|at the start|`STORAGE=postgres`) \|$/gm)]
  t.strictSame(
    cells.map(([, count]) => Number(count)),
    [records, migrations, ingestion, changing, sql, cancelling, watching],
  )
})
