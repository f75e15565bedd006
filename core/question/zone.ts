import { invalid } from '../contract/index.js'
import { dayMs, type Day } from './calendar.js'
import { cachedOffsets, fixedOffsets, type Offsets } from './zone-offsets.js'

/** An IANA time zone. Wall-clock times are milliseconds too: those of the same date and time in UTC. */
export interface Zone extends Offsets {
  /** UTC itself, under any of its names. */
  readonly isUtc: boolean
  /**
   * The moment at which the zone's clocks show this time. Shown twice (clocks were set back): the earlier. Never
   * shown (clocks were set forward): the first moment after the gap.
   */
  instantOf(wall: number): number
}

const utc: Zone = Object.freeze({ ...fixedOffsets, isUtc: true, instantOf: (wall: number) => wall })

/** Formatters are large; more zones than these are forgotten and made again. */
const mostZones = 64
const zones = new Map<string, Zone>()

/** The zone of this IANA name, in any case; anything else, a bare offset included, is a 422. */
export function zoneOf(name: string, path = 'timezone'): Zone {
  const key = name.toLowerCase()
  if (key === 'utc') return utc
  const known = zones.get(key)
  if (known !== undefined) return known
  const zone = makeZone(name)
  if (zone === null)
    throw invalid(
      path,
      `${path} must be the name of a time zone, like Europe/Berlin or UTC, not ${JSON.stringify(name)}`,
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

/** The offset at a whole second: what the zone's clock shows, less the instant. */
function measure(format: Intl.DateTimeFormat, instant: number): number {
  const shown = format.format(instant).match(/\d+/g)?.map(Number) ?? []
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = shown
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

/** Further from UTC than any zone ever was. */
const reach = 16 * 3_600_000

function resolve(offsets: Offsets, wall: number): number {
  const changes = offsets.changes(wall - reach, wall + reach)
  let instant = wall - offsets.offsetAt(wall - reach)
  for (const { at, offset } of changes) {
    if (instant < at) return instant
    // Past the end of the old offset, before the start of the new one: skipped by this change.
    instant = Math.max(wall - offset, at)
  }
  return instant
}

/** The moment at which the day begins in the zone; equal to the next day's where the zone skipped the day. */
export const startOfDay = (zone: Zone, day: Day): number => zone.instantOf(day * dayMs)

/** The day that the zone's calendar shows at this moment. */
export const localDay = (zone: Zone, instant: number): Day =>
  Math.floor((instant + zone.offsetAt(instant)) / dayMs)
