import { month, rangeOf } from '../days.js'
import { bareOf, inDays, inTime, oneEvent, ours, placeOfTime, theirs } from './sql.js'
import type { BenchQuestion, Peer } from './types.js'

const range = `range=${rangeOf(month)}`
const pro = 'conditions[0][field]=plan&conditions[0][value]=pro'
const exact = { raw: 1.2, rawLarge: 1.2 }
const split = { raw: 1.7, rawLarge: 1.7 }

/** A property from a JSON string, as products extract it that store strings. */
const unquoted = (name: string): string =>
  `replaceRegexpAll(nullIf(nullIf(JSONExtractRaw(properties, '${name}'), ''), 'null'), '^"|"$', '')`
const inTheirs = `FROM ${theirs} WHERE ${inTime(month)}`
const bucket = `${placeOfTime(month)} AS bucket`

const counted: readonly Peer[] = [
  {
    of: 'PostHog',
    shape: 'JSONExtractRaw, quotes cut off',
    target: 8,
    statement: `SELECT ${bucket}, count() AS value ${inTheirs} AND ${unquoted('plan')} = 'pro' GROUP BY bucket`,
  },
  {
    of: 'Tell',
    shape: 'JSONExtractString',
    target: 8,
    statement: `SELECT ${bucket}, count() AS value ${inTheirs} AND JSONExtractString(properties, 'plan') = 'pro' GROUP BY bucket`,
  },
  {
    of: 'OpenPanel',
    shape: 'map of strings',
    target: 8,
    statement: `SELECT ${bucket}, count() AS value ${inTheirs} AND property_map['plan'] = 'pro' GROUP BY bucket`,
  },
  {
    of: 'Umami',
    shape: 'a row for each property',
    target: 8,
    statement: `SELECT ${bucket}, count() AS value ${inTheirs} AND seq IN (SELECT event_id FROM peers.event_data WHERE data_key = 'plan' AND string_value = 'pro') GROUP BY bucket`,
  },
]
const plan = 'sum(length(properties.plan.:String)), max(day)'

export const properties: readonly BenchQuestion[] = [
  {
    name: 'events where plan is pro, daily',
    request: { path: `metrics/events?${range}&${pro}` },
    bare: bareOf(plan, inDays(month)),
    target: exact,
    peers: counted,
  },
  {
    name: 'dau where plan is pro',
    request: { path: `metrics/dau?${range}&${pro}` },
    bare: bareOf(`sum(device), ${plan}`, inDays(month)),
    target: split,
    peers: [
      {
        of: 'PostHog',
        shape: 'JSONExtractRaw, distinct strings',
        target: 8,
        statement: `SELECT ${bucket}, count(DISTINCT person) AS value ${inTheirs} AND ${unquoted('plan')} = 'pro' GROUP BY bucket`,
      },
    ],
  },
  {
    name: 'events by plan, daily',
    request: { path: `metrics/events?${range}&breakdown=plan` },
    bare: bareOf(plan, inDays(month)),
    target: split,
    peers: [
      {
        of: 'PostHog',
        shape: 'JSONExtractRaw, quotes cut off',
        target: 8,
        statement: `SELECT ${bucket}, ifNull(${unquoted('plan')}, '(none)') AS dimension, count() AS value ${inTheirs} GROUP BY bucket, dimension`,
      },
    ],
  },
  {
    name: 'events by plan and country, daily',
    request: { path: `metrics/events?${range}&breakdown=plan&breakdown=country` },
    bare: bareOf(`${plan}, sum(length(country))`, inDays(month)),
  },
  {
    name: 'events by ten bins of amount, daily',
    request: { path: `metrics/events?${range}&breakdown=amount&breakdown_bins=10` },
    bare: bareOf('sum(properties.amount.:Float64), sum(properties.amount.:Int64), max(day)', inDays(month)),
  },
  {
    name: 'one event by plan',
    request: { path: `metrics/events/properties?${range}&event=event_7&property=plan` },
    bare: bareOf(plan, `${oneEvent} AND ${inDays(month)}`),
  },
  {
    name: 'sum of amount, daily',
    request: { path: `metrics/events/custom?${range}&property=amount&metric=sum` },
    bare: bareOf('sum(properties.amount.:Float64), sum(properties.amount.:Int64), max(day)', inDays(month)),
    target: exact,
    peers: [
      {
        of: 'PostHog',
        shape: 'JSONExtractRaw, cast',
        target: 3,
        statement: `SELECT ${bucket}, sum(accurateCastOrNull(${unquoted('amount')}, 'Float64')) AS value ${inTheirs} GROUP BY bucket`,
      },
      {
        of: 'OpenPanel',
        shape: 'map of strings',
        target: 3,
        statement: `SELECT ${bucket}, sum(toFloat64OrZero(property_map['amount'])) AS value ${inTheirs} GROUP BY bucket`,
      },
    ],
  },
  {
    name: 'newest 100 events',
    request: { path: `metrics/events/raw?${range}&limit=100` },
    bare: `SELECT max(timestamp) FROM ${ours} WHERE day = toDate(${month.last})`,
    peers: [
      {
        of: 'Tell',
        shape: 'rows ordered by time, no properties',
        differs: 'other columns',
        statement: `SELECT timestamp, event_name, device_id FROM peers.by_time WHERE ${inTime(month)} ORDER BY timestamp DESC LIMIT 100`,
      },
    ],
  },
  {
    name: 'newest 100 of one event',
    request: { path: `metrics/events/top/event_7/raw?${range}&limit=100` },
    bare: `SELECT max(timestamp) FROM ${ours} WHERE ${oneEvent} AND day = toDate(${month.last})`,
  },
]
