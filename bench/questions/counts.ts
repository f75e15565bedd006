import { month, rangeOf } from '../days.js'
import { bareOf, devicesAndDays, inDays, inTime, oneEvent, placeOfDay, placeOfTime, theirs } from './sql.js'
import type { BenchQuestion } from './types.js'

const range = `range=${rangeOf(month)}`
const bucket = `${placeOfTime(month)} AS bucket`
const byTime = `SELECT ${placeOfTime(month)} AS bucket, count() AS value FROM`
const counting = { raw: 1.5, rollup: 1.5, rawLarge: 1.5, rollupLarge: 1.5 }
const splitting = { raw: 3, rollup: 3, rawLarge: 5, rollupLarge: 5 }

export const counts: readonly BenchQuestion[] = [
  {
    name: 'events, daily',
    request: { path: `metrics/events?${range}` },
    bare: bareOf('max(day)', inDays(month)),
    target: counting,
    peers: [
      {
        of: 'PostHog',
        shape: 'start of day of the time',
        statement: `${byTime} ${theirs} WHERE ${inTime(month)} GROUP BY bucket`,
      },
    ],
  },
  {
    name: 'events of one name, daily',
    request: { path: `metrics/events?${range}&event=event_7` },
    bare: bareOf(devicesAndDays, `${oneEvent} AND ${inDays(month)}`),
    target: counting,
    peers: [
      {
        of: 'PostHog',
        shape: 'start of day of the time',
        statement: `${byTime} ${theirs} WHERE ${inTime(month)} AND ${oneEvent} GROUP BY bucket`,
      },
      {
        of: 'Tell',
        shape: 'rows ordered by time',
        statement: `${byTime} peers.by_time WHERE ${inTime(month)} AND ${oneEvent} GROUP BY bucket`,
      },
    ],
  },
  {
    name: 'event:name',
    request: { path: `metrics/event/event_7?${range}` },
    bare: bareOf(devicesAndDays, `${oneEvent} AND ${inDays(month)}`),
    target: counting,
  },
  {
    name: 'events by os, daily',
    request: { path: `metrics/events?${range}&breakdown=os` },
    bare: bareOf('sum(length(os)), max(day)', inDays(month)),
    target: splitting,
  },
  {
    name: 'events by country and os, daily',
    request: { path: `metrics/events?${range}&breakdown=country&breakdown=os` },
    bare: bareOf('sum(length(country)), sum(length(os)), max(day)', inDays(month)),
  },
  {
    name: 'events by country, daily',
    request: { path: `metrics/events?${range}&breakdown=country` },
    bare: bareOf('sum(length(country)), max(day)', inDays(month)),
    target: splitting,
    peers: [
      {
        of: 'PostHog',
        shape: 'the largest values first, then again',
        statement: `WITH top AS (SELECT country FROM ${theirs} WHERE ${inTime(month)} GROUP BY country ORDER BY count() DESC, country LIMIT 25)
          SELECT ${bucket}, if(country IN top, toString(country), '(other)') AS dimension, count() AS value FROM ${theirs} WHERE ${inTime(month)} GROUP BY bucket, dimension`,
      },
      {
        of: 'Tell',
        shape: 'joined with a table of contexts',
        statement: `SELECT ${placeOfTime(month, 'e.timestamp')} AS bucket, toString(c.country) AS dimension, count() AS value FROM peers.by_time AS e
          JOIN peers.contexts AS c ON e.device_id = c.device_id WHERE ${inTime(month).replaceAll('timestamp', 'e.timestamp')} GROUP BY bucket, dimension`,
      },
    ],
  },
  {
    name: 'top events',
    request: { path: `metrics/events/top?${range}&limit=50` },
    bare: bareOf('sum(length(event_name)), max(day)', inDays(month)),
    target: counting,
    peers: [
      {
        of: 'OpenPanel, Umami',
        shape: 'filtered by the time',
        statement: `SELECT event_name AS label, count() AS count FROM ${theirs} WHERE ${inTime(month)} GROUP BY event_name`,
      },
    ],
  },
  {
    name: 'formula, events by active users',
    request: {
      path: 'metrics/formula',
      body: { series: [{ metric: 'events' }, { metric: 'dau' }], formula: 'A / B', range: rangeOf(month) },
    },
    bare: bareOf(devicesAndDays, inDays(month)),
  },
  {
    name: 'top sessions by country',
    request: { path: `metrics/sessions/top?${range}&property=country` },
    bare: bareOf('sum(session), max(timestamp), sum(length(country))', inDays(month)),
    peers: [
      {
        of: 'OpenPanel',
        shape: 'first row of each session by string',
        differs: 'sessions that began before the range count in it',
        statement: `SELECT label, count() AS count FROM (SELECT argMin(toString(country), timestamp) AS label FROM ${theirs} WHERE ${inTime(month)} GROUP BY session_id) GROUP BY label`,
      },
    ],
  },
  {
    name: 'sessions started, daily',
    request: { path: `metrics/sessions?${range}` },
    bare: bareOf('sum(session), max(timestamp)', inDays(month)),
    peers: [
      {
        of: 'OpenPanel',
        shape: 'first time of each session by string',
        differs: 'sessions that began before the range count in it',
        statement: `SELECT ${placeOfDay(month, 'toDate(begun)')} AS bucket, count() AS value FROM (SELECT min(timestamp) AS begun FROM ${theirs} WHERE ${inTime(month)} GROUP BY session_id) GROUP BY bucket`,
      },
    ],
  },
]
