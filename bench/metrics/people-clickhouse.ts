import { clickhouseText as sql } from './clickhouse-text.js'
import { days, firstDay, type Peers, type PeopleQuestion } from './questions.js'

const { table, inDays, persons, active, rolling } = sql
const end = firstDay + days
const weeks = 13
const firstWeek = end - weeks * 7
const week = `intDiv(toInt32(day) - ${firstWeek} + 7000, 7) - 1000`
const upToEnd = `e.day < toDate(${end})`
const personWeeks = `SELECT DISTINCT who, ${week} AS week FROM (${persons('e.day AS day', upToEnd)})`

const segmentsOf = (people: string): string => `
  SELECT tupleElement(s, 1) AS segment, tupleElement(s, 2) AS category, tupleElement(s, 3) AS users FROM (
    SELECT arrayJoin([
      ('new', 'lifecycle', countIf(first >= ${end - 7})), ('returning', 'lifecycle', countIf(first < ${end - 7} AND last >= ${end - 7})),
      ('dormant', 'lifecycle', countIf(last < ${end - 7} AND last >= ${end - 30})), ('churned', 'lifecycle', countIf(last < ${end - 30})),
      ('one_timer', 'engagement', countIf(n = 1)), ('casual', 'engagement', countIf(n BETWEEN 2 AND 4)),
      ('regular', 'engagement', countIf(n BETWEEN 5 AND 14)), ('power_user', 'engagement', countIf(n >= 15))]) AS s
    FROM (${people}))`

export const clickhousePeople: Readonly<Record<PeopleQuestion, Peers>> = {
  'stickiness, daily': {
    bare: `SELECT sum(device), max(day) FROM ${table} WHERE ${inDays(29)}`,
    shapes: {
      'two questions joined': `SELECT d.bucket AS bucket, d.value / m.value AS value FROM (SELECT toInt32(day) - ${firstDay} AS bucket, uniqExact(who) AS value FROM ${active(30)} WHERE day >= toDate(${firstDay}) GROUP BY bucket) AS d
        JOIN (${rolling(30).shapes['days joined with days'] ?? ''}) AS m ON d.bucket = toInt32(m.bucket)`,
      'every day repeated': `SELECT bucket, uniqExactIf(who, k = 0) / uniqExact(who) AS value FROM (SELECT who, arrayJoin(range(30)) AS k, toInt32(day) - ${firstDay} + k AS bucket FROM ${active(30)})
        WHERE bucket BETWEEN 0 AND ${days - 1} GROUP BY bucket`,
    },
  },
  'lifecycle, weekly': {
    bare: `SELECT sum(device), max(day) FROM ${table} WHERE day < toDate(${end})`,
    shapes: {
      'arrays of weeks': `SELECT tupleElement(pair, 1) AS bucket, tupleElement(pair, 2) AS dimension, count() AS value FROM (
          SELECT arraySort(groupArray(week)) AS list, arrayJoin(arrayMap((w, i) -> (w, multiIf(i = 1, 'new', list[i - 1] = w - 1, 'returning', 'resurrected')), list, arrayEnumerate(list))) AS pair
          FROM (${personWeeks}) GROUP BY who) WHERE bucket BETWEEN 0 AND ${weeks - 1} GROUP BY bucket, dimension`,
      'weeks joined with weeks': `SELECT a.week AS bucket, multiIf(f.first = a.week, 'new', b.who != '', 'returning', 'resurrected') AS dimension, count() AS value
        FROM (${personWeeks}) AS a LEFT JOIN (SELECT who, week + 1 AS next FROM (${personWeeks})) AS b ON a.who = b.who AND a.week = b.next
        JOIN (SELECT who, min(week) AS first FROM (${personWeeks}) GROUP BY who) AS f ON a.who = f.who WHERE bucket BETWEEN 0 AND ${weeks - 1} GROUP BY bucket, dimension`,
    },
  },
  segments: {
    bare: `SELECT sum(device), sum(session), min(timestamp), max(timestamp) FROM ${table} WHERE day < toDate(${end})`,
    shapes: {
      'one pass by text': segmentsOf(
        `SELECT min(toInt32(day)) AS first, max(toInt32(day)) AS last, uniqExactIf(session_id, day >= toDate(${firstDay})) AS n FROM (${persons('e.day AS day, e.session_id AS session_id', upToEnd)}) GROUP BY who`,
      ),
      'spans joined with visits':
        segmentsOf(`SELECT s.first AS first, s.last AS last, v.n AS n FROM (SELECT who, min(toInt32(day)) AS first, max(toInt32(day)) AS last FROM (${persons('e.day AS day', upToEnd)}) GROUP BY who) AS s
        LEFT JOIN (SELECT who, count(DISTINCT session_id) AS n FROM (${persons('e.session_id AS session_id', inDays().replace('day', 'e.day'))}) GROUP BY who) AS v ON s.who = v.who`),
    },
  },
  'grouped by country, p90': {
    bare: `SELECT sum(device), max(country), max(day) FROM ${table} WHERE ${inDays()}`,
    shapes: {
      'by text': `SELECT country AS \`group\`, sum(n) AS size, quantileExactInclusive(0.9)(n) AS intensity FROM (SELECT country, who, count() AS n FROM (${persons('toString(e.country) AS country', inDays().replace('day', 'e.day'))}) GROUP BY country, who) GROUP BY country`,
      'size and intensity apart': `SELECT s.country AS \`group\`, s.size AS size, i.intensity AS intensity FROM (SELECT toString(country) AS country, count() AS size FROM ${table} WHERE ${inDays()} GROUP BY country) AS s
        JOIN (SELECT country, quantileExactInclusive(0.9)(n) AS intensity FROM (SELECT country, who, count() AS n FROM (${persons('toString(e.country) AS country', inDays().replace('day', 'e.day'))}) GROUP BY country, who) GROUP BY country) AS i ON s.country = i.country`,
    },
  },
}
