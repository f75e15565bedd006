import { dayMs, month, quarter, rangeOf, type Days } from '../days.js'
import { bareOf, inDays, theirs } from './sql.js'
import type { BenchQuestion, Peer } from './types.js'

const window = 7 * dayMs
export const three = ['event_1', 'event_3', 'event_7']
export const five = ['event_1', 'event_2', 'event_4', 'event_7', 'event_11']
const target = { raw: 5.5, rawLarge: 11 }

export const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
const rowsOf = (names: readonly string[], days: Days): string =>
  `(SELECT person, toUnixTimestamp64Milli(timestamp) AS ms, event_name AS event FROM ${theirs} WHERE event_name IN (${listOf(names)}) AND ${inDays(days)})`
const counts = (names: readonly string[], levels: string): string =>
  `SELECT ${names.map((_, at) => `countIf(level > ${at}) AS count_${at + 1}`).join(', ')} FROM (${levels})`

/** Each step joined with the previous one, with the window between them. */
function selfJoins(names: readonly string[], days: Days): string {
  const step = (at: number): string =>
    at === 0
      ? `SELECT DISTINCT person, ms FROM ${rowsOf([names[0] ?? ''], days)}`
      : `SELECT DISTINCT e.person AS person, e.ms AS ms FROM s${at} AS p INNER JOIN ${rowsOf([names[at] ?? ''], days)} AS e ON p.person = e.person
         WHERE e.ms >= p.ms AND e.ms <= p.ms + ${window}`
  const steps = names.map((_, at) => `s${at + 1} AS (${step(at)})`)
  const found = names.map((_, at) => `(SELECT uniqExact(person) FROM s${at + 1}) AS count_${at + 1}`)
  return `WITH ${steps.join(', ')} SELECT ${found.join(', ')}`
}

/** The next time of each step as seen from each row, backwards, with one window layer per step. */
function windowFunctions(names: readonly string[], days: Days): string {
  const last = names.length - 1
  const later = names.map((_, at) => at).slice(1)
  const columns = (one: (at: number) => string): string => names.map((_, at) => one(at)).join(', ')
  const next = (at: number): string =>
    `min(t${at}) OVER (PARTITION BY person ORDER BY ms DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS t${at}`
  let rows = `SELECT person, ms, ${columns((at) => `if(event = '${names[at] ?? ''}', ms, NULL) AS t${at}`)} FROM ${rowsOf(names, days)}`
  for (let layer = 1; layer <= last; layer++) {
    rows = `SELECT person, ms, ${columns((at) => (at < layer ? `t${at}` : next(at)))} FROM (${rows})`
    const kept = (at: number): string =>
      at > layer ? `if(t${at} < t${layer}, NULL, t${at}) AS t${at}` : `t${at}`
    rows = `SELECT person, ms, ${columns(kept)} FROM (${rows})`
  }
  const reached = (at: number): string =>
    `${at === 1 ? 't0 <= t1' : `t${at - 1} <= t${at}`} AND t${at} <= t0 + ${window}`
  const branches = [...later].reverse().map(
    (at) =>
      `${later
        .filter((one) => one <= at)
        .map(reached)
        .join(' AND ')}, ${at + 1}`,
  )
  return counts(
    names,
    `SELECT max(multiIf(${branches.join(', ')}, 1)) AS level FROM (${rows}) WHERE isNotNull(t0) GROUP BY person`,
  )
}

/** All times of each step as sorted arrays, through which every start is followed. */
function arraysOfTimes(names: readonly string[], days: Days): string {
  const times = names.map((name, at) => `arraySort(groupArrayIf(ms, event = '${name}')) AS t${at + 1}`)
  const later = names.slice(1)
  const chains = later.map((_, at) => {
    const from = at === 0 ? 't1' : `c${at + 1}`
    return `arrayMap(f -> if(f = 0, 0, arrayFirst(x -> x >= f, t${at + 2})), ${from}) AS c${at + 2}`
  })
  const within = later.map(
    (_, at) => `toUInt8(arrayExists((s, e) -> e > 0 AND e - s <= ${window}, t1, c${at + 2}))`,
  )
  const arrays = `SELECT person, ${times.join(', ')} FROM ${rowsOf(names, days)} GROUP BY person`
  return counts(
    names,
    `SELECT toUInt8(notEmpty(t1)) + ${within.join(' + ')} AS level FROM (SELECT *, ${chains.join(', ')} FROM (${arrays}))`,
  )
}

const funnelOverTexts = (names: readonly string[], days: Days): string =>
  counts(
    names,
    `SELECT windowFunnel(${window})(toUInt64(ms), ${names.map((name) => `event = '${name}'`).join(', ')}) AS level FROM ${rowsOf(names, days)} GROUP BY person`,
  )

const peers = (names: readonly string[], days: Days): readonly Peer[] => [
  { of: 'OpenPanel', shape: 'windowFunnel by string', target: 2, statement: funnelOverTexts(names, days) },
  {
    of: 'Umami',
    shape: 'self joins',
    target: 10,
    differs: 'the window is between neighbouring steps',
    statement: selfJoins(names, days),
  },
  {
    of: 'PostHog',
    shape: 'window functions',
    target: 4,
    statement: windowFunctions(names, days),
    ...(names.length > 3 ? { differs: 'too few from the fourth step on' } : {}),
  },
  { of: 'PostHog', shape: 'arrays of times', target: 4, statement: arraysOfTimes(names, days) },
]

const funnel = (name: string, names: readonly string[], days: Days, more: object = {}): BenchQuestion => ({
  name,
  request: {
    path: 'funnels',
    body: { steps: names.map((event) => ({ event })), range: rangeOf(days), ...more },
  },
  bare: bareOf('sum(device), max(timestamp)', `event_name IN (${listOf(names)}) AND ${inDays(days)}`),
  target,
})

export const funnelQuestions: readonly BenchQuestion[] = [
  { ...funnel('funnel, 3 steps, 30 days', three, month), peers: peers(three, month) },
  { ...funnel('funnel, 5 steps, 30 days', five, month), peers: peers(five, month) },
  { ...funnel('funnel, 5 steps, 90 days', five, quarter), peers: peers(five, quarter) },
  funnel('funnel, 3 steps, by country', three, month, { breakdown: 'country' }),
  {
    ...funnel('funnel trend, 3 steps, daily', three, month),
    request: {
      path: 'funnels/trend',
      body: { steps: three.map((event) => ({ event })), range: rangeOf(month), granularity: 'daily' },
    },
  },
]
