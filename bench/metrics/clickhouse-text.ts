import { days, firstDay, type Peers } from './questions.js'

const table = 'w1.events_v1'
const inDays = (before = 0): string =>
  `day BETWEEN toDate(${firstDay - before}) AND toDate(${firstDay + days - 1})`
const inTime = `timestamp >= toDateTime64(${firstDay * 86_400}, 3, 'UTC') AND timestamp < toDateTime64(${(firstDay + days) * 86_400}, 3, 'UTC')`
const place = `toInt32(day) - ${firstDay}`
const one = `event_name = 'event_7'`

/** As most products store and resolve persons: texts, joined by text. */
const links = `(SELECT device_id, tupleElement(max(link), 2) AS user FROM w1.device_links GROUP BY device_id)`
const persons = (columns: string, where: string): string =>
  `SELECT ${columns}, if(l.user = '', e.device_id, concat('u:', l.user)) AS who FROM ${table} AS e
   LEFT JOIN ${links} AS l ON e.device_id = l.device_id WHERE ${where}`

/** The days of each person, as far back as the first day's period reaches. */
const active = (length: number): string =>
  `(SELECT DISTINCT day, who FROM (${persons('e.day AS day', inDays(length - 1))}))`

const rolling = (length: number): Peers => {
  return {
    bare: `SELECT sum(device), max(day) FROM ${table} WHERE ${inDays(length - 1)}`,
    shapes: {
      'days joined with days': `SELECT d.n AS bucket, uniqExact(a.who) AS value FROM (SELECT number AS n, toDate(${firstDay} + number) AS upto FROM numbers(${days})) AS d
        CROSS JOIN ${active(length)} AS a WHERE a.day BETWEEN d.upto - ${length - 1} AND d.upto GROUP BY bucket`,
      'every day repeated': `SELECT bucket, uniqExact(who) AS value FROM (SELECT who, toInt32(day) - ${firstDay} + arrayJoin(range(${length})) AS bucket FROM ${active(length)})
        WHERE bucket BETWEEN 0 AND ${days - 1} GROUP BY bucket`,
    },
  }
}

/** What the other shapes on ClickHouse have in common. */
export const clickhouseText = { table, inDays, inTime, place, one, persons, active, rolling }
