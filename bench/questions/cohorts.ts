import { quarter, rangeOf, weeks } from '../days.js'
import { bareOf, devicesAndDays, inDays, inTime, theirs, untilDay } from './sql.js'
import type { BenchQuestion } from './types.js'

const periods = 8
const week = `intDiv(toInt32(toDate(timestamp)) - ${weeks.first} + 7000, 7) - 1000`
const personWeeks = `SELECT DISTINCT person, ${week} AS week FROM ${theirs} WHERE ${untilDay(weeks)}`
const inWeeks = 'WHERE bucket BETWEEN 0 AND 11'
const target = { raw: 5, rollup: 2, rawLarge: 7, rollupLarge: 2.5 }

const numberOf = (day: string): string =>
  `toRelativeWeekNum(${day}) - toRelativeWeekNum(toDate(${quarter.first}))`
const rows = `SELECT person, ${numberOf('toDate(timestamp)')} AS week FROM ${theirs} WHERE ${inTime(quarter)}`
const sets = (from: number): string =>
  Array.from(
    { length: periods - from },
    (_, place) => `groupUniqArrayIf(person, week - cohort = ${place + from})`,
  ).join(', ')
const joinedArrays = (
  input: string,
): string => `WITH rows AS (${input}), firsts AS (SELECT person, min(week) AS cohort FROM rows GROUP BY person)
  SELECT cohort, arrayJoin(arrayEnumerate(sets)) - 1 AS offset, length(sets[offset + 1]) AS persons
  FROM (SELECT cohort, [${sets(0)}] AS sets FROM rows INNER JOIN firsts USING (person) GROUP BY cohort) WHERE persons > 0`
const named = (name: string): string => `${rows} AND event_name = '${name}'`

export const cohortQuestions: readonly BenchQuestion[] = [
  {
    name: 'lifecycle, weekly, 12 weeks',
    request: { path: `metrics/lifecycle?range=${rangeOf(weeks)}` },
    bare: bareOf(devicesAndDays, untilDay(weeks)),
    target,
    peers: [
      {
        of: 'PostHog',
        shape: 'sorted arrays of each person’s weeks',
        target: 9,
        statement: `SELECT tupleElement(pair, 1) AS bucket, tupleElement(pair, 2) AS dimension, count() AS value FROM (
            SELECT arraySort(groupUniqArray(${week})) AS list, arrayJoin(arrayMap((w, i) -> (w, multiIf(i = 1, 'new', list[i - 1] = w - 1, 'returning', 'resurrected')), list, arrayEnumerate(list))) AS pair
            FROM ${theirs} WHERE ${untilDay(weeks)} GROUP BY person) ${inWeeks} GROUP BY bucket, dimension`,
      },
      {
        of: 'others',
        shape: 'weeks joined with the weeks before',
        target: 9,
        statement: `SELECT a.week AS bucket, multiIf(f.first = a.week, 'new', b.person != '', 'returning', 'resurrected') AS dimension, count() AS value
          FROM (${personWeeks}) AS a LEFT JOIN (SELECT person, week + 1 AS next FROM (${personWeeks})) AS b ON a.person = b.person AND a.week = b.next
          JOIN (SELECT person, min(week) AS first FROM (${personWeeks}) GROUP BY person) AS f ON a.person = f.person ${inWeeks} GROUP BY bucket, dimension`,
      },
    ],
  },
  {
    name: 'lifecycle, daily, 12 weeks',
    request: { path: `metrics/lifecycle?range=${rangeOf(weeks)}&granularity=daily` },
    bare: bareOf(devicesAndDays, untilDay(weeks)),
    target,
  },
  {
    name: 'retention, any event, weekly × 8, 90 days',
    request: { path: 'retention', body: { range: rangeOf(quarter), periods } },
    bare: bareOf(devicesAndDays, inDays(quarter)),
    target,
    peers: [
      {
        of: 'Umami',
        shape: 'joins and distinct persons',
        target: 12,
        statement: `WITH rows AS (${rows}), firsts AS (SELECT person, min(week) AS cohort FROM rows GROUP BY person)
          SELECT cohort, offset, count() AS persons FROM (SELECT DISTINCT person, cohort, week - cohort AS offset FROM rows INNER JOIN firsts USING (person))
          WHERE offset < ${periods} GROUP BY cohort, offset`,
      },
      { of: 'OpenPanel', shape: 'join and sets of persons', target: 12, statement: joinedArrays(rows) },
      {
        of: 'OpenPanel',
        shape: 'the same over its table of days of persons',
        statement: joinedArrays(
          `SELECT person, ${numberOf('day')} AS week FROM peers.person_days WHERE ${inDays(quarter)}`,
        ),
      },
      {
        of: 'PostHog',
        shape: 'arrays of weeks, distinct persons of each',
        target: 12,
        statement: `WITH persons AS (SELECT person, groupUniqArray(week) AS weeks, arrayMin(weeks) AS cohort FROM (${rows}) GROUP BY person)
          SELECT cohort, offset, count(DISTINCT person) AS persons FROM (SELECT person, cohort, arrayJoin(arrayFilter(o -> o < ${periods}, arrayMap(w -> w - cohort, weeks))) AS offset FROM persons) GROUP BY cohort, offset`,
      },
    ],
  },
  {
    name: 'retention, one event then another, 90 days',
    request: {
      path: 'retention',
      body: { range: rangeOf(quarter), periods, start_event: 'event_9', return_event: 'event_3' },
    },
    bare: bareOf(devicesAndDays, `event_name IN ('event_9', 'event_3') AND ${inDays(quarter)}`),
    target: { raw: 4, rawLarge: 7 },
    peers: [
      {
        of: 'OpenPanel',
        shape: 'join and sets of persons',
        target: 3.7,
        statement: `WITH firsts AS (SELECT person, min(week) AS cohort FROM (${named('event_9')}) GROUP BY person)
          SELECT cohort, toInt64(0) AS offset, count() AS persons FROM firsts GROUP BY cohort
          UNION ALL SELECT cohort, toInt64(arrayJoin(arrayEnumerate(sets))) AS offset, length(sets[offset]) AS persons
          FROM (SELECT cohort, [${sets(1)}] AS sets FROM (${named('event_3')}) AS rows INNER JOIN firsts USING (person) GROUP BY cohort) WHERE persons > 0`,
      },
    ],
  },
  {
    name: 'retention, any event, by country',
    request: { path: 'retention', body: { range: rangeOf(quarter), periods, breakdown: 'country' } },
    bare: bareOf(`${devicesAndDays}, sum(length(country))`, inDays(quarter)),
  },
]
