import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, Relation } from '../core/contract/index.js'
import { compileQuery } from '../storage-adapters/clickhouse/query/compile-query.js'
import { columnNameOf, expressionOf } from '../storage-adapters/clickhouse/promoted/columns.js'
import { promotedTables } from '../storage-adapters/clickhouse/promoted/tables.js'
import { serverSettings } from '../storage-adapters/clickhouse/server-settings.js'
import { singleServer } from '../storage-adapters/clickhouse/cluster/servers.js'
import { fill, settled } from './data/clickhouse.js'
import { month, rangeOf } from './days.js'
import { benchEngines, median } from './engine.js'
import { createMeter, inTurns, type Cost, type Statement } from './meter.js'
import { cpuOf } from './processor-time.js'
import { eventMaker } from './sent-event.js'
import { benchService } from './service.js'

/**
 * npm run bench:promoted -- [events]: the cost of queries on properties from the JSON column, from promoted
 * columns, and as the same statement over a table without JSON (`typed`); the cost of filling the columns,
 * and of storing events with five of them. Processor time of the engine, medians. Different results are an
 * error.
 */
const events = Number(process.argv[2] ?? 1_000_000)
const range = `range=${rangeOf(month)}`
const questions = {
  'events by plan, daily': `metrics/events?${range}&breakdown=plan`,
  'events by path, daily (500 values)': `metrics/events?${range}&breakdown=path`,
  'events by duration_ms, daily (90,000 values)': `metrics/events?${range}&breakdown=duration_ms`,
  'events where plan is pro, daily': `metrics/events?${range}&conditions[0][field]=plan&conditions[0][value]=pro`,
  'one event by plan, daily': `metrics/events/properties?${range}&event=event_7&property=plan`,
  'sum of amount, daily': `metrics/events/custom?${range}&property=amount&metric=sum`,
}

const engines = await benchEngines()
const { client, store } = engines
const service = await benchService(engines, store)
const tables = promotedTables(singleServer(client))
const command = (query: string) => client.command({ query })

try {
  const { ref, plansOf } = await service.workspace('bench')
  const database = `w${ref.number}`
  await fill(client, ref, events)
  await settled(client, 120)
  const meter = await createMeter(client)

  const plans = new Map<string, Relation>()
  const names = new Map<string, string>()
  for (const [name, path] of Object.entries(questions)) {
    const [plan] = await plansOf({ path })
    if (plan === undefined) throw new Error(`${name} has no plan`)
    for (const key of compileQuery(ref, plan).properties.keys) names.set(key, columnNameOf(key) ?? '')
    plans.set(name, plan)
  }

  await command('SYSTEM START MERGES')
  const columns = [...names].map(([key, name]) => ({ key, name, askedOn: 0 }))
  for (const column of columns) await tables.add(ref, column, null)
  const began = performance.now()
  await tables.fill(
    ref,
    columns.map(({ name }) => name),
  )
  while ((await tables.read(ref)).columns.some(({ whole }) => !whole)) await pause(50)
  console.log(`${columns.length} columns filled in ${Math.round(performance.now() - began)} ms`)

  const typed = (await tables.read(ref)).columns
  await command(
    `CREATE TABLE ${database}.typed (day Date, event_name LowCardinality(String), device UInt64 CODEC(ZSTD(1)),
      timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)), ${typed.map(({ name, type }) => `${name} ${type} CODEC(ZSTD(1))`).join(', ')})
      ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY (day, device, timestamp)`,
  )
  await command(
    `INSERT INTO ${database}.typed SELECT day, event_name, device, timestamp, ${typed.map(({ name }) => name).join(', ')} FROM ${database}.events_v1`,
  )
  await command(`OPTIMIZE TABLE ${database}.typed FINAL`)
  await settled(client, 120)

  const settings = await serverSettings(client)()
  const statement = ({ text, parameters }: CompiledQuery): Statement => ({ text, parameters, settings })
  console.log(
    '\n| question | JSON, ms | promoted, ms | JSON ÷ promoted | promoted ÷ typed |\n|---|---:|---:|---:|---:|',
  )
  for (const [name, plan] of plans) {
    const promoted = compileQuery(ref, plan, { promoted: names })
    const text = promoted.text.replaceAll(`\`${database}\`.events_v1`, `\`${database}\`.typed`)
    await row(name, statement(compileQuery(ref, plan)), statement(promoted), {
      ...statement(promoted),
      text,
    })
  }
  for (const [name, key, select] of [
    ['SQL: count by plan', 'properties label plan', (value: string) => `${value} AS v, count() AS n`],
    ['SQL: sum of amount', 'properties number amount', (value: string) => `sum(${value}) AS n`],
  ] as const) {
    const column = names.get(key) ?? ''
    const group = name.includes('count') ? ' GROUP BY v ORDER BY v' : ''
    const bare = (value: string, table: string) => ({
      text: `SELECT ${select(value)} FROM ${database}.${table}${group}`,
    })
    await row(
      name,
      bare(expressionOf(key)?.sql ?? '', 'events_v1'),
      bare(column, 'events_v1'),
      bare(column, 'typed'),
    )
  }

  async function row(name: string, json: Statement, promoted: Statement, typedOne: Statement): Promise<void> {
    const ways = { json, promoted, typed: typedOne }
    const first: Record<string, Cost> = {}
    const answers = []
    for (const [way, one] of Object.entries(ways)) {
      const { cost, rows } = await meter.run([one])
      first[way] = cost
      answers.push(JSON.stringify(rows.map((found) => JSON.stringify(found)).sort()))
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

  await storing()

  /**
   * POST /v1/events into a workspace without promoted columns and into one with five, in turns, including the
   * service's work.
   */
  async function storing(): Promise<void> {
    const [plain, five] = [await service.workspace('plain'), await service.workspace('five')]
    for (const key of ['label plan', 'label path', 'label title', 'number amount', 'boolean first'].map(
      (one) => `properties ${one}`,
    ))
      await tables.add(five.ref, { key, name: columnNameOf(key) ?? '', askedOn: 0 }, null)
    const event = eventMaker()
    const used = (): number => cpuOf(engines.clickhouse.pid) + cpuOf(process.pid)
    console.log('\n| events a request | plain, µs an event | five ÷ plain |\n|---:|---:|---:|')
    for (const [size, requests] of [
      [1_000, 20],
      [10_000, 6],
    ] as const) {
      const costs: number[][] = [[], []]
      for (let round = -1; round < 9; round++)
        for (const [place, one] of [plain, five].entries()) {
          const bodies = Array.from({ length: requests }, () =>
            Array.from({ length: size }, () => JSON.stringify(event())).join('\n'),
          )
          const before = used()
          for (const body of bodies) {
            const headers = { authorization: `Bearer ${one.ingestKey}` }
            const response = await fetch(`${service.base}/v1/events`, { method: 'POST', headers, body })
            if (response.status !== 202) throw new Error(`answered ${response.status}`)
          }
          if (round >= 0) costs[place]?.push(((used() - before) * 1e6) / (size * requests))
        }
      const ratios = (costs[1] ?? []).map((cost, round) => cost / (costs[0]?.[round] ?? NaN))
      console.log(`| ${size} | ${median(costs[0] ?? []).toFixed(1)} | ${median(ratios).toFixed(2)} |`)
    }
  }
} finally {
  await service.close()
  await engines.stop()
}
