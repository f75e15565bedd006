import { postgresText } from './postgres-text.js'
import { postgresMachines } from './machines.js'
import { postgresPeople } from './people-postgres.js'
import { days, firstDay, type Peers, type QuestionName } from './questions.js'

const { table, date, inDays, inTime, place, placeOf, one, persons, rolling } = postgresText

const counted = (where: string): Peers['shapes'] => ({
  'by timestamp': `SELECT ${placeOf('e.timestamp')} AS bucket, count(*) AS value FROM ${table} AS e WHERE ${inTime} AND ${where} GROUP BY 1`,
  'counted by condition': `SELECT ${place} AS bucket, count(*) FILTER (WHERE ${where}) AS value FROM ${table} AS e WHERE ${inDays()} GROUP BY 1`,
})

export const postgresPeers: Readonly<Record<QuestionName, Peers>> = {
  events: { bare: `SELECT max(e.day) FROM ${table} AS e WHERE ${inDays()}`, shapes: counted('true') },
  'events of one name': {
    bare: `SELECT max(e.day) FROM ${table} AS e WHERE ${one} AND ${inDays()}`,
    shapes: counted(one),
  },
  'events by country': {
    bare: `SELECT max(e.day), max(e.country) FROM ${table} AS e WHERE ${inDays()}`,
    shapes: {
      'the largest first, then again': `WITH top AS MATERIALIZED (SELECT e.country FROM ${table} AS e WHERE ${inDays()} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 3)
        SELECT ${place} AS bucket, CASE WHEN e.country IN (SELECT country FROM top) THEN e.country ELSE '(other)' END AS dimension, count(*) AS value FROM ${table} AS e WHERE ${inDays()} GROUP BY 1, 2`,
      'ranked by a window': `SELECT bucket, CASE WHEN place <= 3 THEN name ELSE '(other)' END AS dimension, sum(n) AS value FROM (
          SELECT bucket, name, n, dense_rank() OVER (ORDER BY total DESC, name) AS place FROM (
            SELECT bucket, name, n, sum(n) OVER (PARTITION BY name) AS total FROM (
              SELECT ${place} AS bucket, e.country AS name, count(*) AS n FROM ${table} AS e WHERE ${inDays()} GROUP BY 1, 2) AS a) AS b) AS c GROUP BY 1, 2`,
    },
  },
  'events of Germany': {
    bare: `SELECT max(e.day), max(e.country) FROM ${table} AS e WHERE ${inDays()}`,
    shapes: counted(`e.country = 'DE'`),
  },
  dau: {
    bare: `SELECT sum(e.device), max(e.day) FROM ${table} AS e WHERE ${inDays()}`,
    shapes: {
      'distinct texts': `SELECT bucket, count(DISTINCT who) AS value FROM (${persons(`${place} AS bucket`, inDays())}) AS p GROUP BY 1`,
      'distinct rows, counted': `SELECT bucket, count(*) AS value FROM (SELECT DISTINCT bucket, who FROM (${persons(`${place} AS bucket`, inDays())}) AS p) AS d GROUP BY 1`,
    },
  },
  wau: rolling(7),
  mau: rolling(30),
  users: {
    bare: `SELECT sum(e.device), max(e.day) FROM ${table} AS e WHERE ${inDays()}`,
    shapes: {
      'distinct texts': `SELECT ${place} AS bucket, count(DISTINCT l.user_id) AS value FROM ${table} AS e JOIN w1.device_links AS l ON e.device_id = l.device_id WHERE ${inDays()} GROUP BY 1`,
      'distinct rows, counted': `SELECT bucket, count(*) AS value FROM (SELECT DISTINCT ${place} AS bucket, l.user_id FROM ${table} AS e JOIN w1.device_links AS l ON e.device_id = l.device_id WHERE ${inDays()}) AS d GROUP BY 1`,
    },
  },
  sessions: {
    bare: `SELECT sum(e.session), max(e.ms) FROM ${table} AS e WHERE e.day <= ${date(firstDay + days - 1)}`,
    shapes: {
      'first event of all history': `SELECT ${placeOf('begun')} AS bucket, count(*) AS value FROM (SELECT min(e.timestamp) AS begun FROM ${table} AS e WHERE e.day <= ${date(firstDay + days - 1)} GROUP BY e.session_id) AS s WHERE ${placeOf('begun')} >= 0 GROUP BY 1`,
      'numbered by a window': `SELECT day - ${date(firstDay)} AS bucket, count(*) AS value FROM (SELECT e.day, row_number() OVER (PARTITION BY e.session_id ORDER BY e.ms, e.seq) AS n FROM ${table} AS e WHERE e.day <= ${date(firstDay + days - 1)}) AS s WHERE n = 1 AND day >= ${date(firstDay)} GROUP BY 1`,
    },
  },
  'sessions, unique': {
    bare: `SELECT sum(e.session), max(e.day) FROM ${table} AS e WHERE ${inDays()}`,
    shapes: {
      'distinct texts': `SELECT ${place} AS bucket, count(DISTINCT e.session_id) AS value FROM ${table} AS e WHERE ${inDays()} GROUP BY 1`,
      'distinct rows, counted': `SELECT bucket, count(*) AS value FROM (SELECT DISTINCT ${place} AS bucket, e.session_id FROM ${table} AS e WHERE ${inDays()}) AS d GROUP BY 1`,
    },
  },
  'sum of amount': {
    bare: `SELECT sum((e.properties -> 'amount')::float8), max(e.day) FROM ${table} AS e WHERE ${inDays()}`,
    shapes: {
      'JSON as text': `SELECT ${place} AS bucket, sum((e.properties ->> 'amount')::float8) AS value FROM ${table} AS e WHERE ${inDays()} GROUP BY 1`,
      'by JSON path': `SELECT ${place} AS bucket, sum(jsonb_path_query_first(e.properties, '$.amount')::float8) AS value FROM ${table} AS e WHERE ${inDays()} GROUP BY 1`,
    },
  },
  'first time': {
    bare: `SELECT sum(e.device), max(e.ms) FROM ${table} AS e WHERE ${one} AND e.day <= ${date(firstDay + days - 1)}`,
    shapes: {
      'not in the history': `SELECT ${placeOf('begun')} AS bucket, count(*) AS value FROM (
          SELECT who, min(at) AS begun FROM (${persons('e.timestamp AS at', `${one} AND ${inDays()}`)}) AS p WHERE NOT EXISTS (SELECT FROM (${persons('e.seq', `${one} AND e.day < ${date(firstDay)}`)}) AS h WHERE h.who = p.who) GROUP BY who) AS f GROUP BY 1`,
      'first of all by text': `SELECT ${placeOf('begun')} AS bucket, count(*) AS value FROM (
          SELECT who, min(at) AS begun FROM (${persons('e.timestamp AS at', `${one} AND e.day <= ${date(firstDay + days - 1)}`)}) AS p GROUP BY who) AS f WHERE ${placeOf('begun')} >= 0 GROUP BY 1`,
    },
  },
  'per actor, p90': {
    bare: `SELECT sum(e.device), max(e.day) FROM ${table} AS e WHERE ${one} AND ${inDays()}`,
    shapes: {
      'by text': `SELECT bucket, percentile_cont(0.9) WITHIN GROUP (ORDER BY n) AS value FROM (SELECT bucket, who, count(*) AS n FROM (${persons(`${place} AS bucket`, `${one} AND ${inDays()}`)}) AS p GROUP BY 1, 2) AS c GROUP BY 1`,
      'sorted arrays': `SELECT bucket, list[1 + floor(at)::int] + (list[least(2 + floor(at)::int, n)] - list[1 + floor(at)::int]) * (at - floor(at)) AS value FROM (
          SELECT bucket, array_agg(n::float8 ORDER BY n) AS list, count(*)::int AS n, 0.9 * (count(*) - 1) AS at FROM (
            SELECT bucket, who, count(*) AS n FROM (${persons(`${place} AS bucket`, `${one} AND ${inDays()}`)}) AS p GROUP BY 1, 2) AS c GROUP BY 1) AS l`,
    },
  },
  ...postgresPeople,
  ...postgresMachines,
}
