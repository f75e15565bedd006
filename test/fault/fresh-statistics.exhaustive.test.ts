import t from 'tap'
import pg from 'pg'
import { createClient } from '@clickhouse/client'
import { rangeOf, month } from '../../bench/days.js'
import { fillStore } from '../../bench/data/postgres.js'
import { questions } from '../../bench/questions/index.js'
import { partsOf } from '../../bench/postgres-load.js'
import { benchService, type Request } from '../../bench/service.js'
import { builtInOperators, type AnalyticsStore, type CompiledQuery } from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { questionSettings } from '../../storage-adapters/postgres/query/run.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { mostAtOnce } from '../../storage-adapters/postgres/views/device-days/late.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import { compileNow } from '../../core/run/ask-store.js'

/**
 * Queries right after a load, without autovacuum: compares Postgres's work for them with that after ANALYZE.
 * Work is the number of rows that plan nodes produce and discard, so it is independent of time.
 */
const events = 50_000
const most = 5
const limits = { timeMs: 120_000, memoryBytes: 1_000_000_000, rows: 1_000_000 }
const filtered = `range=${rangeOf(month)}&breakdown=country&conditions[0][field]=plan&conditions[0][value]=pro`
const more: readonly Request[] = ['sessions', 'sessions/unique', 'dau', 'users', 'mau', 'lifecycle'].map(
  (metric) => ({ path: `metrics/${metric}?${filtered}` }),
)

interface Node {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly Plans?: readonly Node[]
  readonly [removed: `Rows Removed by ${string}`]: number
}

function workOf(node: Node): number {
  const removed = Object.entries(node)
    .filter(([name]) => name.startsWith('Rows Removed by'))
    .reduce((sum, [, rows]) => sum + Number(rows), 0)
  const own = (node['Actual Rows'] + removed) * node['Actual Loops']
  return (node.Plans ?? []).reduce((sum, one) => sum + workOf(one), own)
}

async function explained(client: pg.Client, query: CompiledQuery): Promise<number> {
  await client.query(questionSettings(query.workspace.number, limits))
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query.text}`,
      Object.values(query.parameters),
    )
    return workOf(rows[0]!['QUERY PLAN'][0].Plan)
  } catch (error) {
    if ((error as { code?: string }).code === '57014') return Infinity
    throw error
  } finally {
    await client.query('ROLLBACK')
  }
}

t.test('right after a load questions cost what they cost later', async (t) => {
  const database = await temporaryDatabase()
  const { url, user = 'default', password = '' } = testEngines().clickhouse
  const rows = createClient({ url, username: user, password })
  const store = createPostgresStore({ connection: { url: database.url }, log: silentLog })
  const stop = (): Promise<void> => Promise.resolve()
  const service = await benchService({ postgres: { url: database.url }, stop }, createMemoryStore())
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  t.teardown(async () => {
    await Promise.all([service.close(), store.close(), rows.close(), client.end()])
    await database.drop()
  })
  const workspace = await service.workspace('fresh')
  await store.createWorkspace(workspace.ref)
  const asked: { name: string; query: CompiledQuery }[] = []
  const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
  // In batches that are counted at once: views answer right after them.
  const append: AnalyticsStore['append'] = async (ref, batch) => {
    for (const part of partsOf(batch, mostAtOnce)) await store.append(ref, part)
  }
  // A table analysed while small is planned as small for a minute.
  await fillStore(rows, { ...store, append }, workspace.ref, events / 100)
  await client.query('ANALYZE')
  await fillStore(rows, { ...store, append }, workspace.ref, events)
  for (const request of [...questions.map((one) => one.request), ...more])
    for (const plan of await workspace.plansOf(request))
      asked.push({
        name: JSON.stringify(request),
        query: await compileNow(store, workspace.ref, expand(plan, store, operators)),
      })
  t.ok(asked.length > 60)
  // Any query waits for statistics that are being renewed; those below are explained without the store.
  await store.run(asked[0]!.query, limits)
  const fresh: number[] = []
  for (const { query } of asked) fresh.push(await explained(client, query))
  await client.query('ANALYZE')
  const dearer: string[] = []
  for (const [index, { name, query }] of asked.entries()) {
    const settled = await explained(client, query)
    const ratio = fresh[index]! / Math.max(1, settled)
    if (process.env['SHOW_WORK'] === '1') console.error(ratio.toFixed(1), fresh[index], settled, name)
    if (!(ratio <= most)) dearer.push(`${name}: ${ratio.toFixed(1)} times`)
  }
  t.strictSame(dearer, [])
})
