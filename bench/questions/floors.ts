import { heldPerson } from '../../storage-adapters/clickhouse/views/person-map/map.js'
import { latestLinks } from '../../storage-adapters/clickhouse/query/scan.js'
import {
  deviceSlots,
  rollupTable,
  slotOf,
  storedColumns,
} from '../../storage-adapters/clickhouse/views/rollups/tables.js'
import type { KeptMap } from '../run/kept.js'
import { month, quarter, type Days } from '../days.js'
import { five, listOf, three } from './funnels.js'
import { inDays, oneEvent, ours, untilDay } from './sql.js'

/**
 * The cheapest statement found that could answer a question exactly: it reads and groups what the question
 * cannot do without, and computes nothing of it. `$w` is the workspace's database.
 */
export interface Floor {
  /** What the statement does. */
  readonly shape: string
  readonly statement: Statement
}

/** Returns the statement with persons from the map, or from the links if there is none. */
type Statement = (map: KeptMap | null) => string

/** At most this many times the floor, where a target in bare scans is out of the engine's reach. */
export const mostOverFloor = 1.6

const slots = rollupTable('$w', deviceSlots, 1)
const stored = storedColumns('s')

/** Reads all columns of the rows. */
const read =
  (...all: readonly Statement[]): Statement =>
  (map) =>
    all.map((rows) => `SELECT sum(ignore(*)) FROM (${rows(map)})`).join(' UNION ALL ')

/** The part of each measure: its SQL by device, over the devices' parts, and by person at once, if that is another. */
type Parts = Readonly<Record<string, readonly [byDevice: string, merged: string, byPerson?: string]>>

/**
 * Groups rows by person (a key that is not found is 0): looked up in the map of persons, or joined with it, where the service
 * has one; otherwise grouped by device, and the groups joined with the latest links.
 * @param keys the grouping keys beside the person, with their SQL
 * @param total whether rows are also grouped by person alone, for the total
 */
function persons(
  from: Rows,
  parts: Parts,
  keys: Readonly<Record<string, string>> = {},
  total = false,
): Statement {
  const names = Object.keys(keys)
  const named = Object.entries(keys).map(([name, sql]) => `${sql} AS ${name}`)
  const own = [
    's.device AS device',
    ...named,
    ...Object.entries(parts).map(([name, [part]]) => `${part} AS ${name}`),
  ]
  const merged = Object.entries(parts).map(([name, [, merge]]) => `${merge} AS ${name}_of_person`)
  const whole = Object.entries(parts).map(([name, [part, , direct = part]]) => `${direct} AS ${name}`)
  const where = `WHERE ${from.condition}`
  const by = ['person', ...names].join(', ')
  const groups = total
    ? `GROUP BY GROUPING SETS ((${by}), (person)) SETTINGS group_by_use_nulls = 0`
    : `GROUP BY ${by}`
  const devices = `SELECT ${own.join(', ')} FROM ${from.table} AS s ${where} GROUP BY ${['device', ...names].join(', ')}`
  return (map) => {
    if (map === null)
      return `SELECT ${[by, ...merged].join(', ')} FROM (SELECT d.*, if(l.actor = 0, d.device, l.actor) AS person FROM (${devices}) AS d
    LEFT ANY JOIN (${latestLinks('$w')}) AS l ON d.device = l.device) ${groups}`
    const found = map.held === null ? 'm.person' : heldPerson(map.held, 's.device')
    const join = map.held === null ? `LEFT ANY JOIN ${map.table} AS m ON s.device = m.device` : ''
    const columns = [`if(${found} = 0, s.device, ${found}) AS person`, ...named, ...whole]
    return `SELECT ${columns.join(', ')} FROM ${from.table} AS s ${join} ${where} ${groups}`
  }
}

interface Rows {
  readonly table: string
  readonly condition: string
}
const eventsWhere = (condition: string): Rows => ({ table: ours, condition })
const slotsWhere = (condition: string): Rows => ({ table: slots, condition })

/** The sorted array of each person's times and steps; with `labels`, also the position of the first step's country in them. */
function arrays(names: readonly string[], days: Days, labels = false): Floor {
  const steps = names
    .slice(0, -1)
    .map((name, at) => `event_name = '${name}', ${at + 1}, `)
    .join('')
  const first = `event_name = '${names[0] ?? ''}'`
  const list = `(SELECT groupArray(name) FROM (SELECT toString(country) AS name FROM ${ours} WHERE ${first} AND ${inDays(days)} GROUP BY country ORDER BY name))`
  const label = `if(${first}, transform(country, ${list}, arrayMap(i -> toUInt64(i), range(length(${list}))), toUInt64(0)), 0)`
  const step = `multiIf(${steps}${names.length})`
  const [bits, low] = labels ? [20, `bitOr(bitShiftLeft(toUInt64(${step}), 16), ${label})`] : [4, step]
  const element = `bitOr(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(timestamp)), ${bits}), ${low})`
  const statement = persons(eventsWhere(`event_name IN (${listOf(names)}) AND ${inDays(days)}`), {
    times: [
      `groupArray(${element})`,
      'arraySort(groupArrayArray(times))',
      `arraySort(groupArray(${element}))`,
    ],
  })
  return {
    shape: labels ? 'arrays of times and positions of labels alone' : 'arrays of times alone',
    statement: read(statement),
  }
}

/** The floors of the questions that miss their targets in bare scans, by the name of the question. */
export const floors: Readonly<Record<string, Floor>> = {
  'funnel, 3 steps, 30 days': arrays(three, month),
  'funnel, 5 steps, 30 days': arrays(five, month),
  'funnel, 5 steps, 90 days': arrays(five, quarter),
  'funnel, 3 steps, by country': arrays(three, month, true),
  'funnel trend, 3 steps, daily': arrays(three, month),
  'first time of an event, daily': {
    shape: 'first time of each person, grouped alone',
    statement: read(
      persons(eventsWhere(`${oneEvent} AND ${untilDay(month)}`), { begun: ['min(timestamp)', 'min(begun)'] }),
    ),
  },
  'per actor, p90 of one event, daily': {
    shape: 'persons by day, and persons, grouped alone',
    statement: read(
      persons(
        eventsWhere(`${oneEvent} AND ${inDays(month)}`),
        { n: ['count()', 'sum(n)'] },
        { day_of: 's.day' },
        true,
      ),
    ),
  },
  'retention, one event then another, 90 days': {
    shape: 'first day and weeks of each person, grouped alone',
    statement: read(
      persons(eventsWhere(`event_name IN ('event_9', 'event_3') AND ${inDays(quarter)}`), {
        begun: [`min(if(event_name = 'event_9', s.day, toDate(65535)))`, 'min(begun)'],
        weeks: [
          `groupBitOrIf(bitShiftLeft(1::UInt64, intDiv(toUInt16(s.day) - ${quarter.first}, 7)), event_name = 'event_3')`,
          'groupBitOr(weeks)',
        ],
      }),
    ),
  },
  'grouped by country, p90 of events': {
    shape: 'persons by country, grouped alone',
    statement: read(
      persons(slotsWhere(inDays(month)), { n: [`sum(${stored.rows})`, 'sum(n)'] }, { place: 's.country' }),
    ),
  },
  'dau by country': {
    shape: 'days of each person by country, grouped alone',
    statement: read(
      persons(
        slotsWhere(inDays(month)),
        {
          days: [`groupBitOr(bitShiftLeft(1::UInt64, toUInt16(s.day) - ${month.first}))`, 'groupBitOr(days)'],
        },
        { place: 's.country' },
      ),
    ),
  },
  segments: {
    shape: 'slots of each person, and sessions of each person, grouped alone',
    statement: read(
      persons(slotsWhere(untilDay(month)), {
        first: [`min(${slotOf('s')})`, 'min(first)'],
        last: [`max(${slotOf('s')})`, 'max(last)'],
      }),
      persons(slotsWhere(inDays(month)), {
        visits: [
          'arrayDistinct(groupArray(nullIf(session, 0)))',
          'uniqExactArray(visits)',
          'uniqExact(nullIf(session, 0))',
        ],
      }),
    ),
  },
  'top sessions by country': {
    shape: 'first day and country of each session, from the rollup, grouped alone',
    statement: read(
      () =>
        `SELECT session, min(s.day), argMin(country, ${stored.first}) FROM ${slots} AS s WHERE ${inDays(month)} AND session != 0 GROUP BY session`,
    ),
  },
  'gauge, average, daily': {
    shape: 'average of each day',
    statement: read(
      () =>
        `SELECT day, avg(value) FROM $w.metrics_v1 WHERE name = 'cpu' AND day BETWEEN toDate(${month.first}) AND toDate(${month.last}) GROUP BY day`,
    ),
  },
}
