import { days, firstDay, type Peers } from './questions.js'

const table = 'w1.events_v1'
const date = (day: number): string => `(DATE '1970-01-01' + ${day})`
const inDays = (before = 0): string =>
  `e.day BETWEEN ${date(firstDay - before)} AND ${date(firstDay + days - 1)}`
const inTime = `e.timestamp >= to_timestamp(${firstDay * 86_400}) AND e.timestamp < to_timestamp(${(firstDay + days) * 86_400})`
const place = `(e.day - ${date(firstDay)})`
const placeOf = (time: string): string => `((${time} AT TIME ZONE 'UTC')::date - ${date(firstDay)})`
const one = `e.event_name = 'event_7'`

/** As most products store and resolve persons: texts, joined by text. */
const persons = (columns: string, where: string): string =>
  `SELECT ${columns}, coalesce('u:' || l.user_id, e.device_id) AS who FROM ${table} AS e
   LEFT JOIN w1.device_links AS l ON e.device_id = l.device_id WHERE ${where}`

/** The days of each person, as far back as the first day's period reaches. */
const active = (length: number): string =>
  `(SELECT DISTINCT day, who FROM (${persons('e.day', inDays(length - 1))}) AS p)`

const rolling = (length: number): Peers => {
  return {
    bare: `SELECT sum(e.device), max(e.day) FROM ${table} AS e WHERE ${inDays(length - 1)}`,
    shapes: {
      'days joined with days': `SELECT n AS bucket, count(DISTINCT who) AS value FROM generate_series(0, ${days - 1}) AS n
        JOIN ${active(length)} AS a ON a.day BETWEEN ${date(firstDay)} + n - ${length - 1} AND ${date(firstDay)} + n GROUP BY n`,
      'every day repeated': `SELECT bucket, count(DISTINCT who) AS value FROM (SELECT who, day - ${date(firstDay)} + k AS bucket FROM ${active(length)} AS a, generate_series(0, ${length - 1}) AS k) AS r
        WHERE bucket BETWEEN 0 AND ${days - 1} GROUP BY bucket`,
    },
  }
}

/** What the other shapes on Postgres have in common. */
export const postgresText = { table, date, inDays, inTime, place, placeOf, one, persons, active, rolling }
