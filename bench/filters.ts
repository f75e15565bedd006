import { serverSettings } from '../storage-adapters/clickhouse/server-settings.js'
import { compileNow } from '../core/run/ask-store.js'
import { fill, settled } from './data/clickhouse.js'
import { month, quarter, rangeOf, type Days } from './days.js'
import { benchEngines, storeWithoutViews } from './engine.js'
import { createMeter, inTurns, type Cost, type Statement } from './meter.js'
import { bareOf, inDays } from './questions/sql.js'
import { statementsOf } from './run/statements.js'
import { benchService, type Request } from './service.js'

/**
 * npm run bench:filters -- [events]: filter trees as ratios of processor time to the bare scans of the columns they
 * read, in turns, from the events.
 */
const events = Number(process.argv[2] ?? 1_000_000)

interface Asked {
  readonly name: string
  readonly filter: object
  readonly days: Days
  /** The bare scans; their costs are added up. */
  readonly bare: readonly string[]
  /** At most this many times the bare scans. */
  readonly most: number
}

const is = (field: string, value: unknown, operator = 'eq') => ({ field, operator, value })
const columns = ['country', 'os', 'device_type', 'platform', 'browser', 'app_version', 'event_name']
const plain = columns.map((column) => `sum(length(${column}))`)
const plan = 'sum(length(properties.plan.:String))'
const amount = 'sum(properties.amount.:Float64), sum(properties.amount.:Int64)'

const ten = {
  or: [
    { and: [is('country', ['DE', 'FR'], 'in'), is('os', 'iOS', 'ne'), is('properties.plan', 'pro')] },
    {
      and: [
        is('device_type', 'mobile'),
        is('browser', 'Sa', 'starts_with'),
        is('properties.amount', 500, 'gt'),
      ],
    },
    { not: { or: [is('platform', 'web'), is('event_name', 'event_7'), is('app_version', '3.2.0')] } },
    is('country', 'US'),
  ],
}
const did = (more: object) => ({ did: { event: 'event_7', ...more } })
const devices = (where: string): string => bareOf('sum(device), max(timestamp)', where)
const all = devices(inDays(quarter))
const itself = devices(`event_name = 'event_7' AND ${inDays(quarter)}`)

const asked: readonly Asked[] = [
  {
    name: 'ten conditions on nine columns',
    filter: ten,
    days: month,
    bare: [...plain, plan, amount].map((column) => bareOf(column, inDays(month))),
    most: 1.2,
  },
  {
    name: 'ten conditions on columns alone',
    filter: {
      or: [
        { and: [is('country', ['DE', 'FR'], 'in'), is('os', 'iOS', 'ne'), is('browser', 'Chrome')] },
        { and: [is('device_type', 'mobile'), is('browser', 'Sa', 'starts_with'), is('os', 'Android')] },
        { not: { or: [is('platform', 'web'), is('event_name', 'event_7'), is('app_version', '3.2.0')] } },
        is('country', 'US'),
      ],
    },
    days: month,
    bare: plain.map((column) => bareOf(column, inDays(month))),
    most: 1.2,
  },
  { name: 'did over 90 days', filter: did({}), days: quarter, bare: [all, itself], most: 4 },
  {
    name: 'did three times over 90 days',
    filter: did({ count: { operator: 'gte', value: 3 } }),
    days: quarter,
    bare: [all, itself],
    most: 4,
  },
  {
    name: 'did not, over 90 days',
    filter: did({ count: { operator: 'eq', value: 0 } }),
    days: quarter,
    bare: [all, itself],
    most: 4,
  },
]

const engines = await benchEngines()
const { client, clickhouse, store } = engines
const raw = storeWithoutViews(clickhouse)
const service = await benchService(engines, store)
try {
  const workspace = await service.workspace('filters')
  await fill(client, workspace.ref, events)
  await settled(client, 120)
  const meter = await createMeter(client)
  const settings = await serverSettings(client)()
  console.log(`${events} events\n\n| filter | bare ms | ms | times | at most |\n|---|---:|---:|---:|---:|`)
  for (const { name, filter, days, bare, most } of asked) {
    const path = `metrics/events?range=${rangeOf(days)}&filter=${encodeURIComponent(JSON.stringify(filter))}`
    const request: Request = { path }
    const compiled = await Promise.all(
      (await workspace.plansOf(request)).map((plan) => compileNow(raw, workspace.ref, plan)),
    )
    const statements = statementsOf(compiled, settings)
    const scans = bare.map((text) => ({ text: text.replaceAll('$w', `w${workspace.ref.number}`) }))
    const run = (list: readonly Statement[]) => async (): Promise<Cost> => (await meter.run(list)).cost
    const ways = { bare: run(scans), tree: run(statements) }
    const costs = await inTurns(ways, { bare: await ways.bare(), tree: await ways.tree() })
    const [of, own] = [costs['bare']?.cpu ?? NaN, costs['tree']?.cpu ?? NaN]
    const isOver = own / of > most
    console.log(
      `| ${name} | ${of.toFixed(1)} | ${own.toFixed(1)} | ${(own / of).toFixed(2)}${isOver ? ' ✗' : ' ✓'} | ${most} |`,
    )
  }
} finally {
  await raw.close()
  await service.close()
  await engines.stop()
}
