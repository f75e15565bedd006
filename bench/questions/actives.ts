import { month, rangeOf } from '../days.js'
import { bareOf, devicesAndDays, inDays, inTime, placeOfTime, theirs } from './sql.js'
import type { BenchQuestion, Peer } from './types.js'

const range = `range=${rangeOf(month)}`
const days = month.last - month.first + 1
const distinct = { raw: 2.5, rollup: 2.5, rawLarge: 3.5, rollupLarge: 3.5 }
const estimate = 'an estimate'

const distinctTexts = (text: string): readonly Peer[] => [
  {
    of: 'PostHog, Tell',
    shape: `count(DISTINCT ${text})`,
    target: 8,
    statement: `SELECT ${placeOfTime(month)} AS bucket, count(DISTINCT ${text}) AS value FROM ${theirs} WHERE ${inTime(month)} GROUP BY bucket`,
  },
  {
    of: 'Umami, OpenPanel',
    shape: `uniq(${text})`,
    differs: estimate,
    statement: `SELECT ${placeOfTime(month)} AS bucket, uniq(${text}) AS value FROM ${theirs} WHERE ${inTime(month)} GROUP BY bucket`,
  },
]

/** Each day of the range joined with the active days of persons in its period. */
const daysOfPersons = (length: number): string => `
  SELECT d.n AS bucket, count(DISTINCT a.person) AS value FROM (SELECT number AS n, toDate(${month.first} + number) AS upto FROM numbers(${days})) AS d
  CROSS JOIN (SELECT toDate(toStartOfDay(timestamp)) AS day, person FROM ${theirs} WHERE ${inTime(month, length - 1)} GROUP BY day, person) AS a
  WHERE a.day <= d.upto AND a.day > d.upto - ${length} GROUP BY bucket`

const rolling = (length: number): readonly Peer[] => [
  { of: 'PostHog', shape: 'days × days of persons', target: 15, statement: daysOfPersons(length) },
  {
    of: 'OpenPanel',
    shape: 'daily uniqState, each repeated over its period',
    differs: estimate,
    statement: `SELECT bucket, uniqMerge(persons) AS value FROM (
        SELECT arrayJoin(range(${length})) + toInt32(day) - ${month.first} AS bucket, persons FROM peers.day_states WHERE ${inDays(month, length - 1)})
      WHERE bucket BETWEEN 0 AND ${days - 1} GROUP BY bucket`,
  },
]
const rollingTarget = { raw: 5, rollup: 2.5, rawLarge: 5.5, rollupLarge: 2.5 }

export const actives: readonly BenchQuestion[] = [
  {
    name: 'dau',
    request: { path: `metrics/dau?${range}` },
    bare: bareOf(devicesAndDays, inDays(month)),
    target: distinct,
    peers: distinctTexts('person'),
  },
  {
    name: 'dau by country',
    request: { path: `metrics/dau?${range}&breakdown=country` },
    bare: bareOf(`${devicesAndDays}, sum(length(country))`, inDays(month)),
  },
  {
    name: 'dau by os',
    request: { path: `metrics/dau?${range}&breakdown=os` },
    bare: bareOf(`${devicesAndDays}, sum(length(os))`, inDays(month)),
  },
  {
    name: 'dau by country and os',
    request: { path: `metrics/dau?${range}&breakdown=country&breakdown=os` },
    bare: bareOf(`${devicesAndDays}, sum(length(country)), sum(length(os))`, inDays(month)),
  },
  {
    name: 'users',
    request: { path: `metrics/users?${range}` },
    bare: bareOf(devicesAndDays, inDays(month)),
    target: distinct,
  },
  {
    name: 'sessions, unique',
    request: { path: `metrics/sessions/unique?${range}` },
    bare: bareOf('sum(session), max(day)', inDays(month)),
    target: distinct,
    peers: distinctTexts('session_id'),
  },
  {
    name: 'wau',
    request: { path: `metrics/wau?${range}` },
    bare: bareOf(devicesAndDays, inDays(month, 6)),
    target: rollingTarget,
    peers: rolling(7),
  },
  {
    name: 'mau',
    request: { path: `metrics/mau?${range}` },
    bare: bareOf(devicesAndDays, inDays(month, 29)),
    target: rollingTarget,
    peers: rolling(30),
  },
  {
    name: 'stickiness, daily',
    request: { path: `metrics/stickiness/daily?${range}` },
    bare: bareOf(devicesAndDays, inDays(month, 29)),
    target: rollingTarget,
    peers: [
      {
        of: 'PostHog',
        shape: 'two questions joined',
        target: 15,
        statement: `SELECT d.bucket AS bucket, d.value / m.value AS value FROM
          (SELECT ${placeOfTime(month)} AS bucket, count(DISTINCT person) AS value FROM ${theirs} WHERE ${inTime(month)} GROUP BY bucket) AS d
          JOIN (${daysOfPersons(30)}) AS m ON d.bucket = toInt64(m.bucket)`,
      },
    ],
  },
  {
    name: 'stickiness, weekly',
    request: { path: `metrics/stickiness/weekly?${range}` },
    bare: bareOf(devicesAndDays, inDays(month, 29)),
    target: rollingTarget,
  },
]
