import {
  aggregate,
  builtInOperators,
  column,
  count,
  countDistinct,
  series,
  type Question,
  type ReadConditions,
  type Relation,
} from '../contract/index.js'
import { bodyConditions } from '../core/question/body-conditions.js'
import { eachCondition } from '../core/question/conditions.js'
import { personsAt } from '../core/question/read-persons.js'
import { expand } from '../core/run/expand.js'
import { membersOf } from '../plugins/audiences/members.js'
import { fill } from './data/clickhouse.js'
import { dayMs, today } from './days.js'
import { benchEngines, medians } from './engine.js'
import { askStore } from '../core/run/ask-store.js'

/**
 * npm run bench:audiences -- [events]: audiences as ratios to the bare scan of the columns they read, and a
 * metric restricted by each compared with the sum of the metric and the audience alone.
 */
const events = Number(process.argv[2] ?? 10_000_000)
const now = today + dayMs - 1
const conditions: ReadConditions = (source, filters, path) =>
  eachCondition(source, bodyConditions(filters, path))
const rule = (event: string, days: number, more: object = {}) => ({ event, days, ...more })
const filter = (field: string, value: unknown) => ({ field, operator: 'eq', value })

const definitions = {
  'did one event in 90 days': [{ events: [rule('event_7', 90)] }, `event_name = 'event_7'`],
  'did one event, and another not': [
    { events: [rule('event_7', 90), rule('event_3', 30, { negate: true })] },
    `event_name IN ('event_7', 'event_3')`,
  ],
  'three events of different times': [
    { events: [rule('event_1', 7), rule('event_3', 30, { min_count: 2 }), rule('event_5', 90)] },
    `event_name IN ('event_1', 'event_3', 'event_5')`,
  ],
  'did not do one event': [{ events: [rule('event_7', 30, { negate: true })] }, 'all'],
  'country, ever': [{ filters: [filter('country', 'DE')] }, `country = 'DE'`],
  'plan, 30 days': [{ filters: [filter('properties.plan', 'pro')], lookback_days: 30 }, 'plan'],
  everybody: [{}, 'device'],
} as const

const question: Question = {
  now,
  source: 'events',
  range: { from: today - 29 * dayMs, to: today + dayMs },
  timezone: 'UTC',
  grain: 'daily',
  edges: Array.from({ length: 31 }, (_, day) => today - (29 - day) * dayMs),
  filter: null,
  traits: [],
  breakdown: null,
  members: null,
  days: [],
  before: { from: today - 30 * dayMs, to: today - 29 * dayMs },
}
const dau = (members: Relation | null): Relation =>
  series({ ...question, members }, countDistinct(column('person')))
const volume = (members: Relation | null): Relation => series({ ...question, members }, count())

const { store, client, stop } = await benchEngines()
try {
  const workspace = { id: 'ws_bench', number: 1 }
  await store.createWorkspace(workspace)
  await fill(client, workspace, events)
  const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))
  const limits = { timeMs: 120_000, memoryBytes: 8_000_000_000, rows: 1_000_000 }
  const run = (plan: Relation) => {
    const expanded = expand(plan, store, operators)
    return () => askStore(store, workspace, expanded, limits)
  }
  const table = 'w1.events_v1'
  const bare = (scan: string): string => {
    if (scan === 'all')
      return `SELECT sum(device), max(timestamp), countIf(event_name = 'event_7') FROM ${table}`
    if (scan === 'device') return `SELECT sum(device) FROM ${table}`
    if (scan === 'plan')
      return `SELECT sum(device), max(length(properties.plan.:String)) FROM ${table} WHERE day >= toDate(${today / dayMs - 30})`
    return `SELECT sum(device), max(timestamp) FROM ${table} WHERE ${scan}`
  }
  const tasks = Object.entries(definitions).flatMap(([name, [definition, scan]]) => {
    const members = membersOf(definition as never, { now, conditions, persons: personsAt(now) })
    const task = () => client.query({ query: bare(scan), format: 'JSONCompact' }).then((set) => set.text())
    return [
      [`bare ${name}`, task],
      [`count ${name}`, run(aggregate(members, {}, { count: count() }))],
      [`dau ${name}`, run(dau(members))],
      [`events ${name}`, run(volume(members))],
    ] as const
  })
  const all = { ...Object.fromEntries(tasks), dau: run(dau(null)), events: run(volume(null)) }
  const times = await medians(all, 3)
  const ms = (name: string): number => times[name] ?? NaN
  console.log(`dau alone ${ms('dau').toFixed(0)} ms, events alone ${ms('events').toFixed(0)} ms`)
  console.log(
    '| audience | count / bare | count ms | dau of it / sum | events of it / sum |\n|---|---|---|---|---|',
  )
  for (const name of Object.keys(definitions)) {
    const counted = ms(`count ${name}`)
    const parts = [
      (counted / ms(`bare ${name}`)).toFixed(2),
      counted.toFixed(0),
      (ms(`dau ${name}`) / (counted + ms('dau'))).toFixed(2),
      (ms(`events ${name}`) / (counted + ms('events'))).toFixed(2),
    ]
    console.log(`| ${name} | ${parts.join(' | ')} |`)
  }
} finally {
  await store.close()
  await stop()
}
