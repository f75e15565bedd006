import {
  and,
  builtInOperators,
  column,
  compare,
  count,
  countDistinct,
  equals,
  literal,
  property,
  series,
  sum,
  text,
  type MetricDefinition,
  type Question,
  type Relation,
} from '../core/contract/index.js'
import { expand } from '../core/run/expand.js'
import { dau } from '../plugins/active-users/dau.js'
import { mau } from '../plugins/active-users/mau.js'
import { wau } from '../plugins/active-users/wau.js'
import { topEvents } from '../plugins/events/top.js'
import type { Intensity } from '../plugins/grouped/input.js'
import { groupsOf } from '../plugins/grouped/plan.js'
import { withGroup } from '../plugins/grouped/rows.js'
import { segments } from '../plugins/segments/segments.js'
import { lifecycleMetric } from '../plugins/lifecycle/metric.js'
import { stickinessDaily } from '../plugins/stickiness/metrics.js'
import { benchEngines, dayMs, fill, medians } from './engine.js'
import { lifecycleShapes } from './lifecycle-shapes.js'

/**
 * npm run bench -- [events]: the metrics' queries as ratios to the bare scan of the columns they need, on the same
 * rows in the same run. A ratio, because absolute times say more of the machine than of the query.
 */
const events = Number(process.argv[2] ?? 10_000_000)
const today = Math.floor(Date.now() / dayMs) * dayMs
const range = { from: today - 29 * dayMs, to: today + dayMs }
const question: Question = {
  now: range.to - 1,
  source: 'events',
  range,
  timezone: 'UTC',
  grain: 'daily',
  edges: Array.from({ length: 31 }, (_, day) => range.from + day * dayMs),
  filter: null,
  traits: [],
  breakdown: null,
  members: null,
  days: [],
  before: { from: range.from - dayMs, to: range.from },
}
const one = equals(column('event_name'), text('event_7'))
const byCountry: Question = { ...question, breakdown: { label: column('country'), limit: 25 } }
const pro = equals(property('plan', 'text'), text('pro'))

/** Thirteen weeks that end with today's, all of the data but the first days. */
const monday = today - (((today / dayMs + 3) % 7) + 12 * 7) * dayMs
const weeks: Question = {
  ...question,
  range: { from: monday, to: monday + 91 * dayMs },
  grain: 'weekly',
  edges: Array.from({ length: 14 }, (_, week) => monday + week * 7 * dayMs),
  before: { from: monday - 7 * dayMs, to: monday },
}
const quarter: Question = {
  ...question,
  range: { from: monday, to: range.to },
  edges: Array.from({ length: (range.to - monday) / dayMs + 1 }, (_, day) => monday + day * dayMs),
  before: { from: monday - dayMs, to: monday },
}

const planOf = (metric: MetricDefinition<never>, asked = question): Relation =>
  metric.plan(asked, {} as never)
const grouped = (intensity: Intensity): Relation =>
  groupsOf(withGroup(byCountry), { type: 'count' }, intensity, 20)
const plans: Readonly<Record<string, readonly [Relation, bare: string]>> = {
  'events, daily': [series(question, count()), 'days'],
  'events of one name, daily': [series(question, count(), { where: one }), 'one'],
  'events by country, daily': [series(byCountry, count()), 'days'],
  'top events': [planOf(topEvents as never), 'days'],
  'dau, daily': [planOf(dau as never), 'devices'],
  'dau by country': [series(byCountry, countDistinct(column('person'))), 'devices'],
  'wau, daily': [planOf(wau as never), 'week before'],
  'mau, daily': [planOf(mau as never), 'month before'],
  'stickiness, daily': [planOf(stickinessDaily as never), 'month before'],
  'lifecycle, weekly, 13 weeks': [planOf(lifecycleMetric as never, weeks), 'all devices'],
  'lifecycle, daily, 13 weeks': [planOf(lifecycleMetric as never, quarter), 'all devices'],
  'events where plan = pro': [series({ ...question, filter: pro }, count()), 'plan'],
  'sum of amount': [series(question, sum(property('amount', 'number'))), 'amount'],
  'persons of plan pro and country DE': [
    series(
      { ...question, filter: and(pro, compare('eq', column('country'), literal('DE', 'text'))) },
      countDistinct(column('person')),
    ),
    'plan',
  ],
  segments: [planOf(segments as never), 'history'],
  'grouped by country, events per user': [grouped({ type: 'avg_per_actor' }), 'countries'],
  'grouped by country, p90 of events': [grouped({ type: 'percentile_per_actor' }), 'countries'],
}

const { store, client, stop } = await benchEngines()
try {
  const workspace = { id: 'ws_bench', number: 1 }
  await store.createWorkspace(workspace)
  await fill(client, workspace, events, today)
  const from = (days: number): string =>
    `day BETWEEN toDate(${range.from / dayMs - days}) AND toDate(${today / dayMs})`
  const bare: Readonly<Record<string, string>> = {
    days: `SELECT max(day) FROM w1.events_v1 WHERE ${from(0)}`,
    devices: `SELECT sum(device), max(day) FROM w1.events_v1 WHERE ${from(0)}`,
    'week before': `SELECT sum(device), max(day) FROM w1.events_v1 WHERE ${from(6)}`,
    'month before': `SELECT sum(device), max(day) FROM w1.events_v1 WHERE ${from(29)}`,
    history: 'SELECT sum(device), sum(session), min(timestamp), max(timestamp) FROM w1.events_v1',
    countries: `SELECT sum(device), max(country), max(day) FROM w1.events_v1 WHERE ${from(0)}`,
    'all devices': `SELECT sum(device), max(day) FROM w1.events_v1 WHERE day <= toDate(${today / dayMs})`,
    one: `SELECT sum(device), max(day) FROM w1.events_v1 WHERE event_name = 'event_7' AND ${from(0)}`,
    plan: `SELECT max(length(properties.plan.:String)), max(day) FROM w1.events_v1 WHERE ${from(0)}`,
    amount: `SELECT sum(properties.amount.:Float64), max(day) FROM w1.events_v1 WHERE ${from(0)}`,
  }
  const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
  const limits = { timeMs: 120_000, memoryBytes: 8_000_000_000, rows: 1_000_000 }
  const tasks = Object.entries(plans).flatMap(([name, [plan, scan]]) => {
    const query = store.compile(workspace, expand(plan, store.native, operators))
    return [
      [
        `bare ${name}`,
        () => client.query({ query: bare[scan] ?? '', format: 'JSONCompact' }).then((set) => set.text()),
      ],
      [name, () => store.run(query, limits)],
    ] as const
  })
  const shapes = Object.entries(lifecycleShapes(monday / dayMs, 13)).map(
    ([name, query]) =>
      [name, () => client.query({ query, format: 'JSONCompact' }).then((set) => set.text())] as const,
  )
  const times = await medians(Object.fromEntries([...tasks, ...shapes]), 5)
  console.log(`| ${events} events, 30 days | ratio to bare | ms | bare ms |\n|---|---|---|---|`)
  for (const name of Object.keys(plans)) {
    const [ours, base] = [times[name] ?? NaN, times[`bare ${name}`] ?? NaN]
    console.log(`| ${name} | ${(ours / base).toFixed(2)} | ${ours.toFixed(1)} | ${base.toFixed(1)} |`)
  }
  const base = times['bare lifecycle, weekly, 13 weeks'] ?? NaN
  for (const [name] of shapes) {
    const time = times[name] ?? NaN
    console.log(`| ${name} | ${(time / base).toFixed(2)} | ${time.toFixed(1)} | ${base.toFixed(1)} |`)
  }
} finally {
  await store.close()
  await stop()
}
