import { serverSettings } from '../storage-adapters/clickhouse/server-settings.js'
import { compileNow } from '../core/run/ask-store.js'
import { fill, settled } from './data/clickhouse.js'
import { month, rangeOf } from './days.js'
import { benchEngines, storeWithoutViews } from './engine.js'
import { createMeter, inTurns, type Cost, type Statement } from './meter.js'
import { statementsOf } from './run/statements.js'
import { benchService } from './service.js'

/**
 * npm run bench:breakdowns -- [events]: breakdowns by two and three fields beside the dearest of these fields, and
 * calculated properties beside the property that they read; ratios of processor time, in turns, from the events.
 */
const events = Number(process.argv[2] ?? 1_000_000)
const calculated = { shouted: 'upper(plan)', doubled: 'amount * 2' }
const range = `range=${rangeOf(month)}`

interface Asked {
  readonly name: string
  readonly path: string
  /** The paths that it is compared with; the dearest counts. */
  readonly beside: readonly string[]
  /** At most this many times the dearest. */
  readonly most: number
}

function by(metric: string, ...fields: readonly string[]): Asked {
  const pathOf = (list: readonly string[]): string =>
    `metrics/${metric}?${range}&${list.map((field) => `breakdown=${field}`).join('&')}`
  const beside = fields.map((field) => pathOf([field]))
  return { name: `${metric} by ${fields.join(', ')}`, path: pathOf(fields), beside, most: 1.5 }
}

const made = (name: string, path: string, beside: string): Asked => ({
  name,
  path: `metrics/${path}`,
  beside: [`metrics/${beside}`],
  most: 1.3,
})
const filter = (field: string, value: unknown): string =>
  encodeURIComponent(JSON.stringify({ field, operator: 'eq', value }))

const asked: readonly Asked[] = [
  by('events', 'country', 'os'),
  by('events', 'country', 'os', 'platform'),
  by('events', 'country', 'properties.plan'),
  by('dau', 'country', 'os'),
  by('dau', 'country', 'os', 'platform'),
  by('dau', 'country', 'properties.plan'),
  made(
    'events by upper(plan)',
    `events?${range}&breakdown=calc.shouted`,
    `events?${range}&breakdown=properties.plan`,
  ),
  made('dau by upper(plan)', `dau?${range}&breakdown=calc.shouted`, `dau?${range}&breakdown=properties.plan`),
  made(
    'events where upper(plan) is PRO',
    `events?${range}&filter=${filter('calc.shouted', 'PRO')}`,
    `events?${range}&filter=${filter('plan', 'pro')}`,
  ),
  made(
    'sum of amount * 2',
    `events/custom?${range}&property=calc.doubled&metric=sum`,
    `events/custom?${range}&property=amount&metric=sum`,
  ),
]

const engines = await benchEngines()
const { client, clickhouse, store } = engines
const raw = storeWithoutViews(clickhouse)
const service = await benchService(engines, store)
try {
  const workspace = await service.workspace('breakdowns')
  for (const [name, expression] of Object.entries(calculated))
    await workspace.ask({ path: 'data/properties', body: { name, expression } })
  await fill(client, workspace.ref, events)
  await settled(client, 120)
  const meter = await createMeter(client)
  const settings = await serverSettings(client)()
  const statementsFor = async (path: string): Promise<readonly Statement[]> => {
    const plans = await workspace.plansOf({ path })
    const compiled = await Promise.all(plans.map((plan) => compileNow(raw, workspace.ref, plan)))
    return statementsOf(compiled, settings)
  }
  console.log(
    `${events} events\n\n| question | beside ms | ms | times | at most |\n|---|---:|---:|---:|---:|`,
  )
  for (const { name, path, beside, most } of asked) {
    const ways: Record<string, () => Promise<Cost>> = {}
    const first: Record<string, Cost> = {}
    for (const one of [path, ...beside]) {
      const statements = await statementsFor(one)
      ways[one] = async () => (await meter.run(statements)).cost
      first[one] = await ways[one]()
    }
    const costs = await inTurns(ways, first)
    const own = costs[path]?.cpu ?? NaN
    const dearest = Math.max(...beside.map((one) => costs[one]?.cpu ?? NaN))
    const times = own / dearest
    console.log(
      `| ${name} | ${dearest.toFixed(1)} | ${own.toFixed(1)} | ${times.toFixed(2)}${times > most ? ' ✗' : ' ✓'} | ${most} |`,
    )
  }
} finally {
  await raw.close()
  await service.close()
  await engines.stop()
}
