import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, Relation } from '../contract/index.js'
import { compileQuery } from '../storage-adapters/clickhouse/query/compile-query.js'
import { clickhouseColumns } from '../storage-adapters/clickhouse/promoted/columns.js'
import { promotedTables } from '../storage-adapters/clickhouse/promoted/tables.js'
import type { PromotedColumn } from '../storage-adapters/sql/promoted/columns.js'
import { serverSettings } from '../storage-adapters/clickhouse/server-settings.js'
import { singleServer } from '../storage-adapters/clickhouse/cluster/servers.js'
import { fill, settled } from './data/clickhouse.js'
import { fillPromoted } from './data/promoted.js'
import { promotedSources, type MeasuredSource } from './data/promoted-questions.js'
import { promotedOnInsert, sentRows } from './data/sent-rows.js'
import { benchEngines, median } from './engine.js'
import { createMeter, inTurns, type Cost, type Statement } from './meter.js'
import { cpuOf } from './processor-time.js'
import { benchService } from './service.js'

/**
 * npm run bench:promoted -- [rows] [sources]: the cost of queries on properties of events, logs, traits and
 * metrics from the JSON column, from promoted columns, and as the same statement over a table without JSON
 * (`typed`); the cost of filling the columns, and of storing rows with five of them. Processor time of the
 * engine, medians. Different results are an error.
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const asked = (process.argv[3] ?? 'events,logs,traits,metrics').split(',')
const engines = await benchEngines()
const { client, store } = engines
const service = await benchService(engines, store)
const tables = promotedTables(singleServer(client))
const command = (query: string) => client.command({ query })

try {
  const { ref, plansOf } = await service.workspace('bench')
  const database = `w${ref.number}`
  await fill(client, ref, rows)
  await fillPromoted(client, database, rows)
  await settled(client, 120)
  const meter = await createMeter(client)
  const settings = await serverSettings(client)()
  const statement = ({ text, parameters }: CompiledQuery): Statement => ({ text, parameters, settings })

  for (const [name, source] of Object.entries(promotedSources))
    if (asked.includes(name)) await measure(name, source)
  await storing()

  async function measure(source: string, { table, typed, order, questions }: MeasuredSource): Promise<void> {
    const plans = new Map<string, Relation>()
    const columns = new Map<string, PromotedColumn>()
    for (const [name, path] of Object.entries(questions)) {
      const [plan] = await plansOf({ path })
      if (plan === undefined) throw new Error(`${name} has no plan`)
      for (const key of compileQuery(ref, plan).properties.keys) {
        const column = clickhouseColumns.promotedColumn(key, 0)
        if (column?.table === table) columns.set(key, column)
      }
      plans.set(name, plan)
    }
    const names = new Map([...columns].map(([key, { name }]) => [key, name]))
    const found = await filled([...columns.values()])
    const own = found.filter((one) => one.table === table)
    const types = {
      ...typed,
      ...Object.fromEntries(own.map(({ name, type }) => [name, `${type} CODEC(ZSTD(1))`])),
    }
    const definitions = Object.entries(types)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')
    await command(
      `CREATE TABLE ${database}.typed_${source} (${definitions})
        ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (${order})`,
    )
    const all = Object.keys(types).join(', ')
    await command(`INSERT INTO ${database}.typed_${source} (${all}) SELECT ${all} FROM ${database}.${table}`)
    await command(`OPTIMIZE TABLE ${database}.typed_${source} FINAL`)
    await settled(client, 120)
    console.log(
      `\n| ${source} | JSON, ms | promoted, ms | JSON ÷ promoted | promoted ÷ typed |\n|---|---:|---:|---:|---:|`,
    )
    for (const [name, plan] of plans) {
      const promoted = compileQuery(ref, plan, { promoted: names })
      const text = promoted.text.replaceAll(`\`${database}\`.${table}`, `\`${database}\`.typed_${source}`)
      const ways = { json: statement(compileQuery(ref, plan)), promoted: statement(promoted) }
      await row(name, { ...ways, typed: { ...ways.promoted, text } })
    }
    if (source === 'events') await bareStatements(names)
  }

  /** Adds and fills the columns; returns what the tables have then. */
  async function filled(columns: readonly PromotedColumn[]) {
    await command('SYSTEM START MERGES')
    for (const column of columns) await tables.add(ref, column, null)
    const used = cpuOf(engines.clickhouse.pid)
    await tables.fill(ref, columns)
    while ((await tables.read(ref)).columns.some(({ whole }) => !whole)) await pause(50)
    const spent = cpuOf(engines.clickhouse.pid) - used
    const [table] = columns.map((one) => one.table)
    const count = table === undefined ? 0 : await tables.rows(ref, table)
    console.log(
      `\n${columns.length} columns of ${count} rows filled in ${spent.toFixed(1)} s of processor time`,
    )
    return (await tables.read(ref)).columns
  }

  async function bareStatements(names: ReadonlyMap<string, string>): Promise<void> {
    for (const [name, key, select] of [
      [
        'SQL: count by plan',
        'events_v1 properties label plan',
        (value: string) => `${value} AS v, count() AS n`,
      ],
      ['SQL: sum of amount', 'events_v1 properties number amount', (value: string) => `sum(${value}) AS n`],
    ] as const) {
      const column = names.get(key) ?? ''
      const group = name.includes('count') ? ' GROUP BY v ORDER BY v' : ''
      const bare = (value: string, table: string) => ({
        text: `SELECT ${select(value)} FROM ${database}.${table}${group}`,
      })
      await row(name, {
        json: bare(clickhouseColumns.expressionOf(key)?.sql ?? '', 'events_v1'),
        promoted: bare(column, 'events_v1'),
        typed: bare(column, 'typed_events'),
      })
    }
  }

  async function row(name: string, ways: Readonly<Record<string, Statement>>): Promise<void> {
    const first: Record<string, Cost> = {}
    const answers = []
    for (const [way, one] of Object.entries(ways)) {
      const { cost, rows: found } = await meter.run([one])
      first[way] = cost
      answers.push(JSON.stringify(found.map((one) => JSON.stringify(one)).sort()))
    }
    if (new Set(answers).size > 1) throw new Error(`${name}: the answers differ`)
    const costs = await inTurns(
      Object.fromEntries(
        Object.entries(ways).map(([way, one]) => [way, async () => (await meter.run([one])).cost]),
      ),
      first,
    )
    const [a = 0, b = 0, c = 0] = [costs['json']?.cpu, costs['promoted']?.cpu, costs['typed']?.cpu]
    console.log(
      `| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(a / b).toFixed(1)} | ${(b / c).toFixed(2)} |`,
    )
  }

  /**
   * Stores rows in a workspace without promoted columns and in one with five per table, in turns, including
   * the service's work.
   */
  async function storing(): Promise<void> {
    const [plain, five] = [await service.workspace('plain'), await service.workspace('five')]
    for (const key of promotedOnInsert) {
      const column = clickhouseColumns.promotedColumn(key, 0)
      if (column !== null) await tables.add(five.ref, column, null)
    }
    const used = (): number => cpuOf(engines.clickhouse.pid) + cpuOf(process.pid)
    console.log('\n| stored | rows a request | plain, µs a row | five ÷ plain |\n|---|---:|---:|---:|')
    for (const { name, path, make } of sentRows.filter((one) => asked.includes(one.name)))
      for (const [size, requests] of [
        [1_000, 20],
        [10_000, 6],
      ] as const) {
        const costs: number[][] = [[], []]
        for (let round = -1; round < 7; round++)
          for (const [place, one] of [plain, five].entries()) {
            const bodies = Array.from({ length: requests }, () =>
              Array.from({ length: size }, () => JSON.stringify(make())).join('\n'),
            )
            const before = used()
            for (const body of bodies) {
              const headers = { authorization: `Bearer ${one.ingestKey}` }
              const response = await fetch(`${service.base}${path}`, { method: 'POST', headers, body })
              if (response.status !== 202) throw new Error(`answered ${response.status}`)
            }
            if (round >= 0) costs[place]?.push(((used() - before) * 1e6) / (size * requests))
          }
        const ratios = (costs[1] ?? []).map((cost, round) => cost / (costs[0]?.[round] ?? NaN))
        console.log(
          `| ${name} | ${size} | ${median(costs[0] ?? []).toFixed(1)} | ${median(ratios).toFixed(2)} |`,
        )
      }
  }
} finally {
  await service.close()
  await engines.stop()
}
