import {
  invalid,
  unknownName,
  type Interval,
  type Period,
  type ServiceError,
  type WeekStart,
} from '../../contract/index.js'
import {
  addMonths,
  dayMs,
  dayOf,
  dayText,
  parseDay,
  startOfMonths,
  startOfWeek,
  type Day,
} from './calendar.js'
import { localDay, startOfDay, type Zone } from './zone.js'

export interface RangeClock {
  readonly now: number
  readonly zone: Zone
  readonly weekStart: WeekStart
  /** The time of the first event, for all_time; null if there is no event. */
  readonly earliest: number | null
}

/** Whether the range depends on the time of the first event. */
export const needsEarliest = (range: string): boolean => range === 'all_time'

/** How the bounds of a period may be written. */
export const boundForms = '<start>,<end> as YYYY-MM-DD or YYYY-MM-DDTHH:MM'

const words = [
  ...['today', 'yesterday', 'wtd', 'mtd', 'qtd', 'ytd'],
  ...['last_week', 'last_month', 'last_quarter', 'last_year', 'all_time'],
]

/**
 * Nothing from before 1970 is stored. Earlier days are accepted down to here and rejected as mistakes beyond.
 */
const oldestDay = dayOf(1900, 1, 1)
const mostUnits = 10_000_000

/**
 * Parses a range, relative to `now`:
 * - `<start>,<end>`: see parseBounds();
 * - `Nd`: today and the N − 1 days before; `Nw`: 7·N days; `Nm`, `Ny`: from the day after the same day N
 *   months or years ago (that month's last day if it has no such day) to today, so `1m` on 31 March begins on
 *   1 March;
 * - `Nh`: the N·60 minutes before now, as instants;
 * - `today`, `yesterday`; `wtd`, `mtd`, `qtd`, `ytd`: from the start of the week, month, quarter or
 *   year to the end of today; `last_week` …: the whole previous one; `all_time`: from the first event's day
 *   (today if there is none) to the end of today.
 *
 * Throws a 422 for anything else.
 */
export function parseRange(text: string, clock: RangeClock): Period {
  const today = localDay(clock.zone, clock.now)
  const counted = /^(0|[1-9]\d*)([hdwmy])$/.exec(text)
  if (counted !== null) return lastUnits(Number(counted[1]), counted[2] as Unit, today, clock)
  if (text.includes(',')) return parseBounds(text, 'range', clock.zone)
  const days = namedDays(text, today, clock)
  if (days === null)
    throw invalid('range', unknownName('range', text, [boundForms, 'Nh', 'Nd', 'Nw', 'Nm', 'Ny', ...words]))
  return calendar(...days)
}

/** Returns the instants of a period, half-open. */
export function intervalOf(period: Period, zone: Zone): Interval {
  if (period.kind === 'rolling') return { from: period.from, to: period.to }
  const { first, last } = daysOf(period)
  return { from: startOfDay(zone, first), to: startOfDay(zone, last + 1) }
}

export const calendar = (first: Day, last: Day): Period =>
  Object.freeze({ kind: 'calendar', from: dayText(first), to: dayText(last) })

export const rolling = (from: number, to: number): Period => Object.freeze({ kind: 'rolling', from, to })

export function daysOf(period: Extract<Period, { kind: 'calendar' }>): { first: Day; last: Day } {
  const [first, last] = [parseDay(period.from), parseDay(period.to)]
  if (first === null || last === null) throw new Error(`no days: ${period.from}, ${period.to}`)
  return { first, last }
}

type Unit = 'h' | 'd' | 'w' | 'm' | 'y'

function lastUnits(count: number, unit: Unit, today: Day, { now }: RangeClock): Period {
  if (count === 0) throw invalid('range', 'range must cover at least one hour, day, week, month or year')
  if (count > mostUnits) throw tooFar()
  if (unit === 'h') {
    const from = now - count * 3_600_000
    checkOldest(Math.floor(from / dayMs))
    return rolling(from, now)
  }
  return calendar(checkOldest(firstDay(count, unit, today)), today)
}

function firstDay(count: number, unit: Exclude<Unit, 'h'>, today: Day): Day {
  switch (unit) {
    case 'd':
      return today - count + 1
    case 'w':
      return today - 7 * count + 1
    case 'm':
      return addMonths(today, -count) + 1
    case 'y':
      return addMonths(today, -12 * count) + 1
  }
}

/**
 * Parses `<start>,<end>` of the parameter `name`: two dates, both inclusive, or two times (YYYY-MM-DDTHH:MM, with
 * seconds or milliseconds if wanted) of which the end is exclusive: of the zone's clocks, or of UTC with a Z.
 */
export function parseBounds(text: string, name: string, zone: Zone): Period {
  const comma = text.indexOf(',')
  const [start, end] = [text.slice(0, comma), text.slice(comma + 1)]
  const [from, to] = [parseInstant(start, zone), parseInstant(end, zone)]
  if (from !== null && to !== null) {
    if (to <= from) throw invalid(name, `${name} must end (${end}) after it starts (${start})`)
    checkOldest(localDay(zone, from), name)
    return rolling(from, to)
  }
  const [first, last] = [parseDay(start), parseDay(end)]
  if (first === null || last === null) {
    const [wanted, wrong] =
      from !== null || to !== null
        ? [
            'two times, YYYY-MM-DDTHH:MM,YYYY-MM-DDTHH:MM',
            `${JSON.stringify(from === null ? start : end)} is not a time`,
          ]
        : [
            'two dates, YYYY-MM-DD,YYYY-MM-DD',
            `${JSON.stringify(first === null ? start : end)} is not a date`,
          ]
    throw invalid(name, `${name} must be ${wanted}; ${wrong}`)
  }
  if (last < first) throw invalid(name, `${name} ends (${end}) before it starts (${start})`)
  return calendar(checkOldest(first, name), last)
}

function parseInstant(text: string, zone: Zone): number | null {
  const [, date = '', hour, minute, second = '0', fraction = '', utc] =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?(Z)?$/.exec(text) ?? []
  const day = parseDay(date)
  if (day === null) return null
  const seconds = Number(hour) * 3_600 + Number(minute) * 60 + Number(second)
  const wall = day * dayMs + seconds * 1_000 + Number(fraction.padEnd(3, '0'))
  return utc === undefined ? zone.instantOf(wall) : wall
}

function checkOldest(first: Day, name = 'range'): Day {
  if (first < oldestDay) throw tooFar(name)
  return first
}

const tooFar = (name = 'range'): ServiceError =>
  invalid(name, `${name} must not start before ${dayText(oldestDay)}`)

function namedDays(text: string, today: Day, { zone, weekStart, earliest }: RangeClock): [Day, Day] | null {
  switch (text) {
    case 'today':
      return [today, today]
    case 'yesterday':
      return [today - 1, today - 1]
    case 'wtd':
      return [startOfWeek(today, weekStart), today]
    case 'mtd':
      return [startOfMonths(today, 1), today]
    case 'qtd':
      return [startOfMonths(today, 3), today]
    case 'ytd':
      return [startOfMonths(today, 12), today]
    case 'last_week':
      return [startOfWeek(today, weekStart) - 7, startOfWeek(today, weekStart) - 1]
    case 'last_month':
      return lastMonths(today, 1)
    case 'last_quarter':
      return lastMonths(today, 3)
    case 'last_year':
      return lastMonths(today, 12)
    case 'all_time':
      return [earliest === null ? today : Math.min(localDay(zone, earliest), today), today]
    default:
      return null
  }
}

function lastMonths(today: Day, length: 1 | 3 | 12): [Day, Day] {
  const last = startOfMonths(today, length) - 1
  return [startOfMonths(last, length), last]
}
