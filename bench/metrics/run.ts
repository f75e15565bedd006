import pg from 'pg'
import { builtInOperators, type AnalyticsStore, type Cell, type Row } from '../../core/contract/index.js'
import { expand } from '../../core/run/expand.js'
import { clientConfig } from '../../storage-adapters/postgres/records-connection.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { benchEngines, fill, medians, quiet, type BenchEngines } from '../engine.js'
import { clickhousePeers } from './clickhouse.js'
import { fillMachinesClickHouse, fillMachinesPostgres } from './fill-machines.js'
import { fillPostgres } from './fill-postgres.js'
import { postgresPeers } from './postgres.js'
import { plans, today, type Peers, type QuestionName } from './questions.js'

/**
 * npm run bench:metrics -- [clickhouse|postgres] [events] [question …]: each metric against the bare scan of its columns
 * and against two other ways to ask the same, on the same rows in the same run. All must give the same numbers.
 */
const [kind = 'clickhouse', size = '', ...only] = process.argv.slice(2)
const events = Number(size || (kind === 'postgres' ? 1_000_000 : 10_000_000))
const limits = { timeMs: 600_000, memoryBytes: 12_000_000_000, rows: 1_000_000 }
const workspace = { id: 'ws_bench', number: 1 }

interface Target {
  readonly store: AnalyticsStore
  readonly peers: Readonly<Record<QuestionName, Peers>>
  ask(statement: string): Promise<readonly Row[]>
  close(): Promise<void>
}

async function clickhouse({ store, client }: BenchEngines): Promise<Target> {
  await store.createWorkspace(workspace)
  await fill(client, workspace, events, today)
  await fillMachinesClickHouse(client, Math.ceil(events / 10))
  return {
    store,
    peers: clickhousePeers,
    ask: async (query) => (await client.query({ query, format: 'JSONEachRow' })).json<Row>(),
    close: () => store.close(),
  }
}

async function postgres({ store: unused, postgres: engine }: BenchEngines): Promise<Target> {
  await unused.close()
  const store = createPostgresStore({ connection: engine, log: quiet })
  await store.createWorkspace(workspace)
  const client = new pg.Client(clientConfig(engine))
  await client.connect()
  await fillPostgres(client, events)
  await fillMachinesPostgres(client, Math.ceil(events / 10))
  return {
    store,
    peers: postgresPeers,
    ask: async (text) => (await client.query<Row>(text)).rows,
    async close() {
      await client.end()
      await store.close()
    },
  }
}

/** The rows that say something, in one order: those without a bucket or of the value 0 only ours have. */
const points = (rows: readonly Row[]): string =>
  rows
    .filter((row) => row['bucket'] !== null && (row['value'] === undefined || Number(row['value']) !== 0))
    .map((row) =>
      Object.keys(row)
        .sort()
        .map((name) => shown(row[name] ?? null))
        .join(' '),
    )
    .sort()
    .join('\n')

/** Drivers give whole numbers as texts. */
const shown = (cell: Cell): string =>
  cell === null || cell === '' || Number.isNaN(Number(cell))
    ? JSON.stringify(cell)
    : Number(cell).toPrecision(10)

/** What runs out of memory has given no numbers, and is timed up to there. */
async function differs(target: Target, statement: string, expected: string): Promise<boolean> {
  const rows = await target.ask(statement).catch(() => null)
  if (rows === null) console.log(`(this one fails: ${statement.slice(0, 60)}…)`)
  return rows !== null && points(rows) !== expected
}

const engines = await benchEngines()
const target = await (kind === 'postgres' ? postgres(engines) : clickhouse(engines))
try {
  const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
  console.log(`${kind}, ${events} events, 30 days\n`)
  console.log('| metric | ratio to the bare scan | other shapes: times as long as ours |\n|---|---|---|')
  for (const [name, plan] of Object.entries(plans)) {
    if (only.length > 0 && !only.includes(name)) continue
    const { bare, shapes } = target.peers[name as QuestionName]
    const query = target.store.compile(workspace, expand(plan, target.store.native, operators))
    const ours = () => target.store.run(query, limits)
    const expected = points(await ours())
    for (const [shape, statement] of Object.entries(shapes))
      if (await differs(target, statement, expected)) throw new Error(`${name}: ${shape} gives other numbers`)
    const tasks = Object.entries(shapes).map(
      ([shape, text]) => [shape, () => target.ask(text).catch(() => [])] as const,
    )
    const times = await medians({ bare: () => target.ask(bare), ours, ...Object.fromEntries(tasks) }, 5)
    const ratio = (of: string, to: string): string => ((times[of] ?? NaN) / (times[to] ?? NaN)).toFixed(1)
    const others = Object.keys(shapes).map((shape) => `${shape} ${ratio(shape, 'ours')}`)
    console.log(`| ${name} | ${ratio('ours', 'bare')} | ${others.join(', ')} |`)
  }
} finally {
  await target.close()
  await engines.stop()
}
