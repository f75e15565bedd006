import { dayText, lastDay, month, quarter, type Days } from '../days.js'

/**
 * The questions of the duel as an analyst writes them in DuckDB: over `events` (the rows, typed columns) and `people` (the same
 * with the person by the table of links). Where two ways come to mind, both are asked and the cheaper one counts. The rows
 * have the names of the service's plan.
 */
interface Duel {
  /** The name of the bench's question. */
  readonly name: string
  readonly statements: readonly string[]
}

const within = ({ first, last }: Days, before = 0): string =>
  `ts >= TIMESTAMP '${dayText(first - before)}' AND ts < TIMESTAMP '${dayText(last + 1)}'`
const bucket = `date_diff('day', DATE '${dayText(month.first)}', ts::DATE) AS bucket`
const inMonth = within(month)
const end = `TIMESTAMP '${dayText(lastDay + 1)}'`
const first = `TIMESTAMP '${dayText(month.first)}'`
const person = 'coalesce(user_id, device_id) AS person'
/** Rows that are distinct by device first, and then joined with the links. */
const distinctDevices = (columns: string, where: string): string =>
  `(SELECT * EXCLUDE (device_id), ${person} FROM (SELECT DISTINCT ${columns}, device_id FROM events WHERE ${where}) LEFT JOIN links USING (device_id))`

const days = month.last - month.first + 1
const rolling = (length: number, of: string): string => `
  SELECT d.n AS bucket, count(DISTINCT a.person) AS value FROM (SELECT n::INTEGER AS n FROM range(${days}) AS r(n)) AS d
  JOIN ${of} AS a ON a.bucket BETWEEN d.n - ${length - 1} AND d.n GROUP BY d.n`
const retention = (rows: string): string => `
  WITH active AS (${rows}), firsts AS (SELECT person, min(week) AS cohort FROM active GROUP BY person)
  SELECT cohort, week - cohort AS "offset", count(*) AS persons FROM active JOIN firsts USING (person)
  WHERE week - cohort < 8 GROUP BY ALL`
/** Weeks begin on Monday. */
const week = `date_diff('day', date_trunc('week', DATE '${dayText(quarter.first)}'), ts::DATE) // 7 AS week`

const window = `INTERVAL 7 DAYS`
const steps = ['event_1', 'event_3', 'event_7'] as const
const step = (name: string): string => `(SELECT person, ts FROM chosen WHERE event = '${name}')`
const chosen = (names: string): string =>
  `WITH chosen AS MATERIALIZED (SELECT person, ts, event FROM people WHERE event IN (${names}) AND ${inMonth})`
const funnel = `${chosen(steps.map((name) => `'${name}'`).join(', '))},
  first_steps AS ${step(steps[0])},
  second_steps AS (SELECT a.person, a.ts AS began, b.ts AS ts FROM first_steps AS a
    ASOF JOIN ${step(steps[1])} AS b ON a.person = b.person AND a.ts <= b.ts WHERE b.ts <= a.ts + ${window}),
  third_steps AS (SELECT a.person FROM second_steps AS a
    ASOF JOIN ${step(steps[2])} AS b ON a.person = b.person AND a.ts <= b.ts WHERE b.ts <= a.began + ${window})
  SELECT (SELECT count(DISTINCT person) FROM first_steps) AS count_1, (SELECT count(DISTINCT person) FROM second_steps) AS count_2,
    (SELECT count(DISTINCT person) FROM third_steps) AS count_3`

export const duels: readonly Duel[] = [
  {
    name: 'events, daily',
    statements: [`SELECT ${bucket}, count(*) AS value FROM events WHERE ${inMonth} GROUP BY bucket`],
  },
  {
    name: 'events by country, daily',
    statements: [
      `SELECT ${bucket}, country AS dimension, count(*) AS value FROM events WHERE ${inMonth} GROUP BY ALL`,
    ],
  },
  {
    name: 'dau',
    statements: [
      `SELECT ${bucket}, count(DISTINCT person) AS value FROM people WHERE ${inMonth} GROUP BY bucket`,
      `SELECT bucket, count(DISTINCT person) AS value FROM ${distinctDevices(bucket, inMonth)} GROUP BY bucket`,
    ],
  },
  {
    name: 'dau by country',
    statements: [
      `SELECT ${bucket}, country AS dimension, count(DISTINCT person) AS value FROM people WHERE ${inMonth} GROUP BY ALL`,
      `SELECT bucket, dimension, count(DISTINCT person) AS value FROM ${distinctDevices(`${bucket}, country AS dimension`, inMonth)} GROUP BY ALL`,
    ],
  },
  {
    name: 'wau',
    statements: [
      rolling(7, `(SELECT DISTINCT ${bucket}, person FROM people WHERE ${within(month, 6)})`),
      rolling(7, distinctDevices(bucket, within(month, 6))),
    ],
  },
  {
    name: 'retention, any event, weekly × 8, 90 days',
    statements: [
      retention(`SELECT DISTINCT person, ${week} FROM people WHERE ${within(quarter)}`),
      retention(`SELECT DISTINCT person, week FROM ${distinctDevices(week, within(quarter))}`),
    ],
  },
  {
    name: 'first time of an event, daily',
    statements: [
      `SELECT ${bucket}, count(*) AS value FROM (SELECT min(ts) AS ts FROM people WHERE event = 'event_7' AND ts < ${end} GROUP BY person)
        WHERE ts >= ${first} GROUP BY bucket`,
    ],
  },
  {
    name: 'per actor, p90 of one event, daily',
    statements: [
      `SELECT bucket, quantile_cont(n, 0.9) AS value FROM (SELECT ${bucket}, person, count(*) AS n FROM people
        WHERE event = 'event_7' AND ${inMonth} GROUP BY ALL) GROUP BY bucket`,
    ],
  },
  { name: 'funnel, 3 steps, 30 days', statements: [funnel] },
  {
    name: 'sessions started, daily',
    statements: [
      `SELECT ${bucket}, count(*) AS value FROM (SELECT min(ts) AS ts FROM events WHERE ${within(month, 1)} GROUP BY session_id)
        WHERE ts >= ${first} GROUP BY bucket`,
    ],
  },
  {
    name: 'sum of amount, daily',
    statements: [`SELECT ${bucket}, sum(amount) AS value FROM events WHERE ${inMonth} GROUP BY bucket`],
  },
  {
    name: 'events by plan, daily',
    statements: [
      `SELECT ${bucket}, coalesce(plan, '(none)') AS dimension, count(*) AS value FROM events WHERE ${inMonth} GROUP BY ALL`,
    ],
  },
]
