import { clickhouseText } from './clickhouse-text.js'
import { clickhouseMachines } from './machines.js'
import { clickhousePeople } from './people-clickhouse.js'
import { days, firstDay, type Peers, type QuestionName } from './questions.js'

const { table, inDays, inTime, place, one, persons, rolling } = clickhouseText

export const clickhousePeers: Readonly<Record<QuestionName, Peers>> = {
  events: {
    bare: `SELECT max(day) FROM ${table} WHERE ${inDays()}`,
    shapes: {
      'by timestamp': `SELECT toInt32(toDate(timestamp)) - ${firstDay} AS bucket, count() AS value FROM ${table} WHERE ${inTime} GROUP BY bucket`,
      'by start of day': `SELECT dateDiff('day', toDate(${firstDay}), toStartOfDay(timestamp)) AS bucket, count() AS value FROM ${table} WHERE ${inTime} GROUP BY bucket`,
    },
  },
  'events of one name': {
    bare: `SELECT max(day) FROM ${table} WHERE ${one} AND ${inDays()}`,
    shapes: {
      'by timestamp': `SELECT toInt32(toDate(timestamp)) - ${firstDay} AS bucket, count() AS value FROM ${table} WHERE ${inTime} AND ${one} GROUP BY bucket`,
      'counted by condition': `SELECT ${place} AS bucket, countIf(${one}) AS value FROM ${table} WHERE ${inDays()} GROUP BY bucket HAVING value > 0`,
    },
  },
  'events by country': {
    bare: `SELECT max(day), max(length(country)) FROM ${table} WHERE ${inDays()}`,
    shapes: {
      'the largest first, then again': `WITH top AS (SELECT country FROM ${table} WHERE ${inDays()} GROUP BY country ORDER BY count() DESC, country LIMIT 3)
        SELECT ${place} AS bucket, if(country IN top, toString(country), '(other)') AS dimension, count() AS value FROM ${table} WHERE ${inDays()} GROUP BY bucket, dimension`,
      'ranked by a window': `SELECT bucket, if(place <= 3, name, '(other)') AS dimension, sum(n) AS value FROM (
          SELECT bucket, name, n, dense_rank() OVER (ORDER BY total DESC, name) AS place FROM (
            SELECT bucket, name, n, sum(n) OVER (PARTITION BY name) AS total FROM (
              SELECT ${place} AS bucket, toString(country) AS name, count() AS n FROM ${table} WHERE ${inDays()} GROUP BY bucket, name))) GROUP BY bucket, dimension`,
    },
  },
  'events of Germany': {
    bare: `SELECT max(day), max(length(country)) FROM ${table} WHERE ${inDays()}`,
    shapes: {
      'by timestamp': `SELECT toInt32(toDate(timestamp)) - ${firstDay} AS bucket, count() AS value FROM ${table} WHERE ${inTime} AND country = 'DE' GROUP BY bucket`,
      'counted by condition': `SELECT ${place} AS bucket, countIf(country = 'DE') AS value FROM ${table} WHERE ${inDays()} GROUP BY bucket HAVING value > 0`,
    },
  },
  dau: {
    bare: `SELECT sum(device), max(day) FROM ${table} WHERE ${inDays()}`,
    shapes: {
      'distinct texts': `SELECT bucket, count(DISTINCT who) AS value FROM (${persons(`${place} AS bucket`, inDays())}) GROUP BY bucket`,
      'distinct rows, counted': `SELECT bucket, count() AS value FROM (SELECT DISTINCT bucket, who FROM (${persons(`${place} AS bucket`, inDays())})) GROUP BY bucket`,
    },
  },
  wau: rolling(7),
  mau: rolling(30),
  users: {
    bare: `SELECT sum(device), max(day) FROM ${table} WHERE ${inDays()}`,
    shapes: {
      'distinct texts': `SELECT bucket, count(DISTINCT who) AS value FROM (${persons(`${place} AS bucket`, inDays())}) WHERE startsWith(who, 'u:') GROUP BY bucket`,
      'distinct rows, counted': `SELECT bucket, count() AS value FROM (SELECT DISTINCT bucket, who FROM (${persons(`${place} AS bucket`, inDays())}) WHERE startsWith(who, 'u:')) GROUP BY bucket`,
    },
  },
  sessions: {
    bare: `SELECT sum(session), max(timestamp) FROM ${table} WHERE day <= toDate(${firstDay + days - 1})`,
    shapes: {
      'first event of all history': `SELECT toInt32(toDate(begun)) - ${firstDay} AS bucket, count() AS value FROM (SELECT min(timestamp) AS begun FROM ${table} WHERE day <= toDate(${firstDay + days - 1}) GROUP BY session_id) WHERE bucket >= 0 GROUP BY bucket`,
      'numbered by a window': `SELECT ${place} AS bucket, count() AS value FROM (SELECT day, row_number() OVER (PARTITION BY session_id ORDER BY timestamp, seq) AS n FROM ${table} WHERE day <= toDate(${firstDay + days - 1})) WHERE n = 1 AND bucket >= 0 GROUP BY bucket`,
    },
  },
  'sessions, unique': {
    bare: `SELECT sum(session), max(day) FROM ${table} WHERE ${inDays()}`,
    shapes: {
      'distinct texts': `SELECT ${place} AS bucket, count(DISTINCT session_id) AS value FROM ${table} WHERE ${inDays()} GROUP BY bucket`,
      'distinct rows, counted': `SELECT bucket, count() AS value FROM (SELECT DISTINCT ${place} AS bucket, session_id FROM ${table} WHERE ${inDays()}) GROUP BY bucket`,
    },
  },
  'sum of amount': {
    bare: `SELECT sum(properties.amount.:Float64), max(day) FROM ${table} WHERE ${inDays()}`,
    shapes: {
      'JSON as text': `SELECT ${place} AS bucket, sum(JSONExtractFloat(toString(properties), 'amount')) AS value FROM ${table} WHERE ${inDays()} GROUP BY bucket`,
      'cast of the path': `SELECT ${place} AS bucket, sum(toFloat64OrZero(toString(properties.amount))) AS value FROM ${table} WHERE ${inDays()} GROUP BY bucket`,
    },
  },
  'first time': {
    bare: `SELECT sum(device), max(timestamp) FROM ${table} WHERE ${one} AND day <= toDate(${firstDay + days - 1})`,
    shapes: {
      'not in the history': `SELECT toInt32(toDate(begun)) - ${firstDay} AS bucket, count() AS value FROM (
          SELECT who, min(at) AS begun FROM (${persons('e.timestamp AS at', `e.${one} AND ${inDays()}`)}) WHERE who NOT IN (SELECT who FROM (${persons('e.seq AS at', `e.${one} AND e.day < toDate(${firstDay})`)})) GROUP BY who) GROUP BY bucket`,
      'first of all by text': `SELECT toInt32(toDate(begun)) - ${firstDay} AS bucket, count() AS value FROM (
          SELECT who, min(at) AS begun FROM (${persons('e.timestamp AS at', `e.${one} AND e.day <= toDate(${firstDay + days - 1})`)}) GROUP BY who) WHERE bucket >= 0 GROUP BY bucket`,
    },
  },
  'per actor, p90': {
    bare: `SELECT sum(device), max(day) FROM ${table} WHERE ${one} AND ${inDays()}`,
    shapes: {
      'by text': `SELECT bucket, quantileExactInclusive(0.9)(n) AS value FROM (SELECT bucket, who, count() AS n FROM (${persons(`${place} AS bucket`, `e.${one} AND ${inDays()}`)}) GROUP BY bucket, who) GROUP BY bucket`,
      'sorted arrays': `SELECT bucket, list[toUInt32(1 + floor(at))] + (list[least(toUInt64(2 + floor(at)), length(list))] - list[toUInt32(1 + floor(at))]) * (at - floor(at)) AS value FROM (
          SELECT bucket, arraySort(groupArray(toFloat64(n))) AS list, 0.9 * (length(list) - 1) AS at FROM (
            SELECT bucket, who, count() AS n FROM (${persons(`${place} AS bucket`, `e.${one} AND ${inDays()}`)}) GROUP BY bucket, who) GROUP BY bucket)`,
    },
  },
  ...clickhousePeople,
  ...clickhouseMachines,
}
