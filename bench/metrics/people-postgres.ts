import { postgresText as sql } from './postgres-text.js'
import { days, firstDay, type Peers, type PeopleQuestion } from './questions.js'

const { table, date, inDays, persons, active, rolling } = sql
const end = firstDay + days
const weeks = 13
const firstWeek = end - weeks * 7
const upToEnd = `e.day < ${date(end)}`
const personWeeks = `(SELECT DISTINCT who, (day - ${date(firstWeek)} + 7000) / 7 - 1000 AS week FROM (${persons('e.day', upToEnd)}) AS p)`

const segmentsOf = (people: string): string => `
  SELECT s.segment, s.category, s.users FROM (SELECT
      count(*) FILTER (WHERE first >= ${date(end - 7)}) AS a, count(*) FILTER (WHERE first < ${date(end - 7)} AND last >= ${date(end - 7)}) AS b,
      count(*) FILTER (WHERE last < ${date(end - 7)} AND last >= ${date(end - 30)}) AS c, count(*) FILTER (WHERE last < ${date(end - 30)}) AS d,
      count(*) FILTER (WHERE n = 1) AS e, count(*) FILTER (WHERE n BETWEEN 2 AND 4) AS f, count(*) FILTER (WHERE n BETWEEN 5 AND 14) AS g, count(*) FILTER (WHERE n >= 15) AS h
    FROM (${people}) AS p) AS t,
  LATERAL (VALUES ('new', 'lifecycle', a), ('returning', 'lifecycle', b), ('dormant', 'lifecycle', c), ('churned', 'lifecycle', d),
    ('one_timer', 'engagement', e), ('casual', 'engagement', f), ('regular', 'engagement', g), ('power_user', 'engagement', h)) AS s (segment, category, users)`

export const postgresPeople: Readonly<Record<PeopleQuestion, Peers>> = {
  'stickiness, daily': {
    bare: `SELECT sum(e.device), max(e.day) FROM ${table} AS e WHERE ${inDays(29)}`,
    shapes: {
      'two questions joined': `SELECT d.bucket, d.value::float8 / m.value AS value FROM (SELECT day - ${date(firstDay)} AS bucket, count(DISTINCT who) AS value FROM ${active(30)} AS a WHERE day >= ${date(firstDay)} GROUP BY 1) AS d
        JOIN (${rolling(30).shapes['days joined with days'] ?? ''}) AS m USING (bucket)`,
      'every day repeated': `SELECT bucket, (count(DISTINCT who) FILTER (WHERE k = 0))::float8 / count(DISTINCT who) AS value FROM (SELECT who, k, day - ${date(firstDay)} + k AS bucket FROM ${active(30)} AS a, generate_series(0, 29) AS k) AS r
        WHERE bucket BETWEEN 0 AND ${days - 1} GROUP BY bucket`,
    },
  },
  'lifecycle, weekly': {
    bare: `SELECT sum(e.device), max(e.day) FROM ${table} AS e WHERE ${upToEnd}`,
    shapes: {
      'the week before by a window': `SELECT week AS bucket, CASE WHEN before IS NULL THEN 'new' WHEN before = week - 1 THEN 'returning' ELSE 'resurrected' END AS dimension, count(*) AS value
        FROM (SELECT week, lag(week) OVER (PARTITION BY who ORDER BY week) AS before FROM ${personWeeks} AS w) AS l WHERE week BETWEEN 0 AND ${weeks - 1} GROUP BY 1, 2`,
      'weeks joined with weeks': `SELECT a.week AS bucket, CASE WHEN f.first = a.week THEN 'new' WHEN b.who IS NOT NULL THEN 'returning' ELSE 'resurrected' END AS dimension, count(*) AS value
        FROM ${personWeeks} AS a LEFT JOIN ${personWeeks} AS b ON a.who = b.who AND a.week = b.week + 1
        JOIN (SELECT who, min(week) AS first FROM ${personWeeks} AS w GROUP BY who) AS f ON a.who = f.who WHERE a.week BETWEEN 0 AND ${weeks - 1} GROUP BY 1, 2`,
    },
  },
  segments: {
    bare: `SELECT sum(e.device), sum(e.session), min(e.ms), max(e.ms) FROM ${table} AS e WHERE ${upToEnd}`,
    shapes: {
      'one pass by text': segmentsOf(
        `SELECT min(day) AS first, max(day) AS last, count(DISTINCT session_id) FILTER (WHERE day >= ${date(firstDay)}) AS n FROM (${persons('e.day, e.session_id', upToEnd)}) AS x GROUP BY who`,
      ),
      'spans joined with visits': segmentsOf(
        `SELECT s.first, s.last, v.n FROM (SELECT who, min(day) AS first, max(day) AS last FROM (${persons('e.day', upToEnd)}) AS x GROUP BY who) AS s
         LEFT JOIN (SELECT who, count(DISTINCT session_id) AS n FROM (${persons('e.session_id', inDays())}) AS y GROUP BY who) AS v ON s.who = v.who`,
      ),
    },
  },
  'grouped by country, p90': {
    bare: `SELECT sum(e.device), max(e.country), max(e.day) FROM ${table} AS e WHERE ${inDays()}`,
    shapes: {
      'by text': `SELECT country AS "group", sum(n) AS size, percentile_cont(0.9) WITHIN GROUP (ORDER BY n) AS intensity FROM (SELECT country, who, count(*) AS n FROM (${persons('e.country', inDays())}) AS x GROUP BY 1, 2) AS c GROUP BY 1`,
      'size and intensity apart': `SELECT s.country AS "group", s.size, i.intensity FROM (SELECT e.country, count(*) AS size FROM ${table} AS e WHERE ${inDays()} GROUP BY 1) AS s
        JOIN (SELECT country, percentile_cont(0.9) WITHIN GROUP (ORDER BY n) AS intensity FROM (SELECT country, who, count(*) AS n FROM (${persons('e.country', inDays())}) AS x GROUP BY 1, 2) AS c GROUP BY 1) AS i ON s.country = i.country`,
    },
  },
}
