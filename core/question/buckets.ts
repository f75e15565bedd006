import { invalid, type Grain, type Interval, type ServiceError } from '../../contract/index.js'
import { dayText, pad } from './calendar.js'
import { calendarSteps, clockGrainMs, isClockGrain, type CalendarGrain, type ClockGrain } from './grain.js'
import { localDay, startOfDay, type LocalCalendar, type Zone } from './zone.js'

export interface Buckets {
  /** Strictly ascending, one more than the number of buckets; empty if there are none. */
  readonly edges: readonly number[]
  /** One per bucket, all distinct. */
  readonly labels: readonly string[]
}

const mostBuckets = 10_000

/** No period is longer: a leap year, and any change of a zone's offset. */
const longestPeriodMs = 370 * 86_400_000

/**
 * Returns the buckets of an interval, which is divided at every boundary of the grain in the calendar. A bucket
 * shortened by the interval keeps the label of its whole period. Throws a 422 for the parameter `name` over
 * 10,000 buckets, before they are created.
 */
export function bucketsOf(
  range: Interval,
  grain: Grain,
  calendar: LocalCalendar,
  { most = mostBuckets, name = 'range' }: { readonly most?: number; readonly name?: string } = {},
): Buckets {
  const edges: number[] = []
  const labels: string[] = []
  if (range.to <= range.from) return { edges, labels }
  // No bucket is longer than its grain, so this cheap check rejects a range before a thousand years of offset
  // changes are computed.
  if (isClockGrain(grain) && range.to - range.from > most * clockGrainMs[grain])
    throw tooMany(name, grain, most)
  for (const { start, label } of periodsOf(range, grain, calendar)) {
    if (labels.length === most) throw tooMany(name, grain, most)
    edges.push(Math.max(start, range.from))
    labels.push(label())
  }
  edges.push(range.to)
  return { edges, labels }
}

/** Returns the whole period before the one that contains the instant. */
export function periodBefore(instant: number, grain: Grain, calendar: LocalCalendar): Interval {
  const to = startOfPeriod(instant, grain, calendar)
  return Object.freeze({ from: startOfPeriod(to - 1, grain, calendar), to })
}

/** Returns the shortest interval of whole periods that contains these instants. */
export function wholePeriods(first: number, last: number, grain: Grain, calendar: LocalCalendar): Interval {
  for (const { start } of periodsOf({ from: last, to: last + longestPeriodMs }, grain, calendar))
    if (start > last) return Object.freeze({ from: startOfPeriod(first, grain, calendar), to: start })
  throw new Error(`no period begins after ${last}`)
}

function startOfPeriod(instant: number, grain: Grain, calendar: LocalCalendar): number {
  for (const { start } of periodsOf({ from: instant, to: instant + 1 }, grain, calendar)) return start
  throw new Error(`no period contains ${instant}`)
}

const periodsOf = (range: Interval, grain: Grain, calendar: LocalCalendar): Iterable<Bound> =>
  isClockGrain(grain) ? clockPeriods(range, grain, calendar.zone) : calendarPeriods(range, grain, calendar)

const tooMany = (name: string, grain: Grain, most: number): ServiceError =>
  invalid(
    name,
    `${name} has more than ${most} buckets at granularity ${grain}; ask for a shorter ${name === 'range' ? '' : 'compared '}range or a coarser granularity`,
  )

interface Bound {
  readonly start: number
  readonly label: () => string
}

/** The periods that overlap the interval. Days that a zone skipped have no length and no bucket. */
function* calendarPeriods(
  { from, to }: Interval,
  grain: CalendarGrain,
  { zone, weekStart }: LocalCalendar,
): Generator<Bound> {
  const steps = calendarSteps(grain, weekStart)
  let day = steps.start(localDay(zone, from))
  let start = startOfDay(zone, day)
  while (start < to) {
    const next = steps.next(day)
    const end = startOfDay(zone, next)
    if (end > Math.max(start, from)) {
      const first = day
      yield { start, label: () => dayText(first) }
    }
    day = next
    start = end
  }
}

/**
 * Hours and minutes begin where the zone's clock shows a full one, and again where the clock is set forward
 * or back: an hour that occurs twice is two buckets.
 */
function* clockPeriods({ from, to }: Interval, grain: ClockGrain, zone: Zone): Generator<Bound> {
  const length = clockGrainMs[grain]
  // The first bucket may have begun at a change before the interval.
  const changes = zone.changes(from - length, to)
  let offset = zone.offsetAt(from - length)
  let start = floorTo(length, from, offset)
  for (const change of changes) {
    if (change.at <= from) start = Math.max(change.at, floorTo(length, from, change.offset))
    else {
      for (; start < change.at; start = floorTo(length, start, offset) + length)
        yield bound(start, offset, zone)
      start = change.at
    }
    offset = change.offset
  }
  for (; start < to; start = floorTo(length, start, offset) + length) yield bound(start, offset, zone)
}

const floorTo = (length: number, instant: number, offset: number): number =>
  Math.floor((instant + offset) / length) * length - offset

const bound = (start: number, offset: number, zone: Zone): Bound => ({
  start,
  label: () => new Date(start + offset).toISOString().slice(0, 19) + (zone.isUtc ? 'Z' : offsetText(offset)),
})

/** ±hh:mm, with seconds for historical offsets that had some. */
function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1000
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${offset < 0 ? '-' : '+'}${pad(hours)}:${pad(minutes)}${rest === 0 ? '' : `:${pad(rest)}`}`
}
