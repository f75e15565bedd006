import { invalid, type WeekStart } from '../../contract/index.js'
import { dayMs, type Day } from './calendar.js'
import { cachedOffsets, fixedOffsets, type Offsets } from './zone-offsets.js'

/**
 * An IANA time zone. Wall-clock times are in milliseconds too: the instant at which UTC shows the same date
 * and time.
 */
export interface Zone extends Offsets {
  /** Whether the zone is UTC, under any of its names. */
  readonly isUtc: boolean
  /**
   * Returns the moment at which the zone's clocks show this time. A time shown twice (clocks set back) yields
   * the earlier moment, a time never shown (clocks set forward) the first moment after the gap.
   */
  instantOf(wall: number): number
}

/** The days and weeks by which a question counts. */
export interface LocalCalendar {
  readonly zone: Zone
  readonly weekStart: WeekStart
}

const utc: Zone = Object.freeze({ ...fixedOffsets, isUtc: true, instantOf: (wall: number) => wall })

/** Formatters are large, so the cache is cleared when it has this many zones. */
const mostZones = 64
const zones = new Map<string, Zone>()

/**
 * Returns the zone with this IANA name, ignoring case. Throws a 422 for anything else, a bare offset
 * included.
 */
export function zoneOf(name: string, path = 'timezone'): Zone {
  const key = name.toLowerCase()
  if (key === 'utc') return utc
  const known = zones.get(key)
  if (known !== undefined) return known
  const zone = makeZone(name)
  if (zone === null)
    throw invalid(
      path,
      `${path} must be an IANA time zone, like Europe/Berlin or UTC, not ${JSON.stringify(name)}`,
    )
  if (zones.size >= mostZones) zones.clear()
  zones.set(key, zone)
  return zone
}

function makeZone(name: string): Zone | null {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return null
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { ...wallClock, timeZone: name })
  } catch {
    return null
  }
  if (format.resolvedOptions().timeZone === 'UTC') return utc
  const offsets = cachedOffsets((instant) => measure(format, instant))
  return Object.freeze({ ...offsets, isUtc: false, instantOf: (wall: number) => resolve(offsets, wall) })
}

const wallClock: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
}

/**
 * No zone has changed its offset before. Earlier instants have the offset of this one: they are shown by years that
 * Date.UTC takes for those of the 20th century, and below year 1 without their era.
 */
const beforeAllChanges = Date.UTC(1800, 0)

/** The offset at a whole second: the zone's wall clock minus the instant. */
function measure(format: Intl.DateTimeFormat, asked: number): number {
  const instant = Math.max(asked, beforeAllChanges)
  const shown = format.format(instant).match(/\d+/g)?.map(Number) ?? []
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

/** Farther from UTC than any zone has ever been. */
const reach = 16 * 3_600_000

function resolve(offsets: Offsets, wall: number): number {
  const changes = offsets.changes(wall - reach, wall + reach)
  let instant = wall - offsets.offsetAt(wall - reach)
  for (const { at, offset } of changes) {
    if (instant < at) return instant
    // After the old offset's end and before the new one's start: the time was skipped by this change.
    instant = Math.max(wall - offset, at)
  }
  return instant
}

/**
 * Returns the moment at which the day begins in the zone. Equals the next day's start if the zone skipped the
 * day.
 */
export const startOfDay = (zone: Zone, day: Day): number => zone.instantOf(day * dayMs)

/** Returns the day that the zone's calendar shows at this moment. */
export const localDay = (zone: Zone, instant: number): Day =>
  Math.floor((instant + zone.offsetAt(instant)) / dayMs)
