import { month, rangeOf } from '../days.js'
import { bareOf, devicesAndDays, inDays, inTime, oneEvent, placeOfTime, theirs, untilDay } from './sql.js'
import type { BenchQuestion } from './types.js'

const range = `range=${rangeOf(month)}`
const end = month.last + 1
const target = { raw: 4, rollup: 4, rawLarge: 7, rollupLarge: 7 }

const segmentsOf = (people: string): string => `
  SELECT tupleElement(s, 1) AS segment, tupleElement(s, 2) AS category, tupleElement(s, 3) AS users FROM (
    SELECT arrayJoin([
      ('new', 'lifecycle', countIf(first >= ${end - 7})), ('returning', 'lifecycle', countIf(first < ${end - 7} AND last >= ${end - 7})),
      ('dormant', 'lifecycle', countIf(last < ${end - 7} AND last >= ${end - 30})), ('churned', 'lifecycle', countIf(last < ${end - 30})),
      ('one_timer', 'engagement', countIf(n = 1)), ('casual', 'engagement', countIf(n BETWEEN 2 AND 4)),
      ('regular', 'engagement', countIf(n BETWEEN 5 AND 14)), ('power_user', 'engagement', countIf(n >= 15))]) AS s
    FROM (${people}))`

const didNot = JSON.stringify({ did: { event: 'event_7', count: { operator: 'eq', value: 0 } } })

export const persons: readonly BenchQuestion[] = [
  {
    name: 'events of persons without an event, daily',
    request: { path: `metrics/events?${range}&filter=${encodeURIComponent(didNot)}` },
    bare: bareOf(devicesAndDays, inDays(month)),
    target,
  },
  {
    name: 'first time of an event, daily',
    request: { path: `metrics/events/first-time?${range}&event=event_7` },
    bare: bareOf('sum(device), max(timestamp)', `${oneEvent} AND ${untilDay(month)}`),
    target,
    peers: [
      {
        of: 'PostHog',
        shape: 'first time of each string',
        target: 2,
        statement: `SELECT ${placeOfTime(month, 'begun')} AS bucket, count() AS value FROM (SELECT min(timestamp) AS begun FROM ${theirs} WHERE ${oneEvent} AND ${untilDay(month)} GROUP BY person) WHERE bucket >= 0 GROUP BY bucket`,
      },
      {
        of: 'others',
        shape: 'not in the history',
        target: 13,
        statement: `SELECT ${placeOfTime(month, 'begun')} AS bucket, count() AS value FROM (SELECT min(timestamp) AS begun FROM ${theirs} WHERE ${oneEvent} AND ${inTime(month)}
            AND person NOT IN (SELECT person FROM ${theirs} WHERE ${oneEvent} AND day < toDate(${month.first})) GROUP BY person) GROUP BY bucket`,
      },
    ],
  },
  {
    name: 'per actor, p90 of one event, daily',
    request: { path: `metrics/events/per-actor?${range}&event=event_7&metric=p90` },
    bare: bareOf(devicesAndDays, `${oneEvent} AND ${inDays(month)}`),
    target,
    peers: [
      {
        of: 'PostHog',
        shape: 'counts by string',
        target: 2.2,
        statement: `SELECT bucket, quantileExactInclusive(0.9)(n) AS value FROM (SELECT ${placeOfTime(month)} AS bucket, person, count() AS n FROM ${theirs} WHERE ${oneEvent} AND ${inTime(month)} GROUP BY bucket, person) GROUP BY bucket`,
      },
    ],
  },
  {
    name: 'grouped by country, p90 of events',
    request: {
      path: 'metrics/grouped',
      body: {
        group_by: 'country',
        size: { type: 'count' },
        intensity: { type: 'percentile_per_actor', percentile: 0.9 },
        max_groups: 100,
        range: rangeOf(month),
      },
    },
    bare: bareOf(`sum(length(country)), ${devicesAndDays}`, inDays(month)),
    target,
    peers: [
      {
        of: 'PostHog',
        shape: 'counts by string',
        target: 2.6,
        statement: `SELECT toString(country) AS \`group\`, sum(n) AS size, quantileExactInclusive(0.9)(n) AS intensity FROM (SELECT country, person, count() AS n FROM ${theirs} WHERE ${inTime(month)} GROUP BY country, person) GROUP BY country`,
      },
    ],
  },
  {
    name: 'segments',
    request: { path: `metrics/segments?${range}` },
    bare: bareOf('sum(device), sum(session), min(timestamp), max(timestamp)', untilDay(month)),
    target: { raw: 3, rollup: 1.5, rawLarge: 4, rollupLarge: 1.5 },
    peers: [
      {
        of: 'others',
        shape: 'one pass by string',
        target: 6,
        statement: segmentsOf(
          `SELECT min(toInt32(day)) AS first, max(toInt32(day)) AS last, uniqExactIf(session_id, day >= toDate(${month.first})) AS n FROM ${theirs} WHERE ${untilDay(month)} GROUP BY person`,
        ),
      },
    ],
  },
]
