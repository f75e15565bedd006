import {
  column,
  equals,
  text,
  type Breakdown,
  type MetricDefinition,
  type Question,
  type Relation,
} from '../../core/contract/index.js'
import { dau } from '../../plugins/active-users/dau.js'
import { mau } from '../../plugins/active-users/mau.js'
import { wau } from '../../plugins/active-users/wau.js'
import { events } from '../../plugins/events/count.js'
import { eventsCustom } from '../../plugins/events/custom.js'
import { firstTime } from '../../plugins/first-time/first-time.js'
import { perActor } from '../../plugins/per-actor/per-actor.js'
import { sessions, sessionsUnique } from '../../plugins/sessions/volume.js'
import { groupsOf } from '../../plugins/grouped/plan.js'
import { withGroup } from '../../plugins/grouped/rows.js'
import { metric as infrastructure } from '../../plugins/infrastructure/metric.js'
import { logs } from '../../plugins/logs/count.js'
import { lifecycleMetric } from '../../plugins/lifecycle/metric.js'
import { segments } from '../../plugins/segments/segments.js'
import { stickinessDaily } from '../../plugins/stickiness/metrics.js'
import { users } from '../../plugins/users/users.js'

export const dayMs = 86_400_000
export const today = Math.floor(Date.now() / dayMs) * dayMs
export const days = 30
export const range = { from: today - (days - 1) * dayMs, to: today + dayMs }
/** Days since 1970 of the range's first day. */
export const firstDay = range.from / dayMs

const plain: Question = {
  now: range.to - 1,
  source: 'events',
  range,
  timezone: 'UTC',
  grain: 'daily',
  edges: Array.from({ length: days + 1 }, (_, day) => range.from + day * dayMs),
  filter: null,
  traits: [],
  breakdown: null,
  members: null,
  days: [],
  before: { from: range.from - dayMs, to: range.from },
}

const split = (breakdown: Breakdown): Question => ({ ...plain, breakdown })

type AnyMetric = MetricDefinition<never>

const planOf = (metric: unknown, params: object = {}, question = plain): Relation =>
  (metric as AnyMetric).plan(question, params as never)

const weeks = 13
const firstWeek = range.to - weeks * 7 * dayMs
/** Thirteen weeks of seven days that end with the range; they need not begin on a Monday. */
const weekly: Question = {
  ...plain,
  grain: 'weekly',
  range: { from: firstWeek, to: range.to },
  edges: Array.from({ length: weeks + 1 }, (_, week) => firstWeek + week * 7 * dayMs),
  before: { from: firstWeek - 7 * dayMs, to: firstWeek },
}
const ofMachines: Question = { ...plain, source: 'metrics' }
const byCountry = split({ label: column('country'), limit: 25 })

/** What the bench asks, by name: each engine has its bare scans and its other shapes under the same names. */
export const plans = {
  events: planOf(events),
  'events of one name': planOf(events, { event: 'event_7' }),
  'events by country': planOf(events, {}, split({ label: column('country'), limit: 3 })),
  'events of Germany': planOf(events, {}, { ...plain, filter: equals(column('country'), text('DE')) }),
  dau: planOf(dau),
  wau: planOf(wau),
  mau: planOf(mau),
  users: planOf(users),
  sessions: planOf(sessions),
  'sessions, unique': planOf(sessionsUnique),
  'sum of amount': planOf(eventsCustom, { property: 'amount', metric: 'sum' }),
  'first time': planOf(firstTime, { event: 'event_7', match_mode: false }),
  'per actor, p90': planOf(perActor, { event: 'event_7', metric: 'p90' }),
  'stickiness, daily': planOf(stickinessDaily),
  'lifecycle, weekly': planOf(lifecycleMetric, { dormant: false }, weekly),
  segments: planOf(segments),
  'grouped by country, p90': groupsOf(
    withGroup(byCountry),
    { type: 'count' },
    { type: 'percentile_per_actor', percentile: 0.9 },
    20,
  ),
  logs: planOf(logs, {}, { ...plain, source: 'logs' }),
  'gauge, average': planOf(infrastructure, { name: 'cpu', fn: 'avg' }, ofMachines),
  'counter, sum': planOf(infrastructure, { name: 'requests', fn: 'sum' }, ofMachines),
} as const satisfies Readonly<Record<string, Relation>>

export type QuestionName = keyof typeof plans
export type MachineQuestion = Extract<QuestionName, 'logs' | 'gauge, average' | 'counter, sum'>
export type PeopleQuestion = Extract<
  QuestionName,
  'stickiness, daily' | 'lifecycle, weekly' | 'segments' | 'grouped by country, p90'
>

/** The same question asked in other ways: statements that give `bucket` (and `dimension`) and `value`. */
export interface Peers {
  /** The columns that the answer needs, over exactly the rows it needs. */
  readonly bare: string
  readonly shapes: Readonly<Record<string, string>>
}
