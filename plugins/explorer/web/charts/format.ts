const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const fine = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const finest = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** A value as it is read: `kind` is that of GET /metrics. */
export function formatValue(value: number, kind = 'count'): string {
  if (kind === 'ratio') return percent.format(value)
  if (kind === 'duration') return formatSeconds(value)
  return Math.abs(value) > 0 && Math.abs(value) < 1 ? finest.format(value) : fine.format(value)
}

/** The same, short, for axes and tiles. */
export function formatShort(value: number, kind = 'count'): string {
  if (kind === 'ratio' || kind === 'duration') return formatValue(value, kind)
  return Math.abs(value) >= 10_000 ? compact.format(value) : formatValue(value, kind)
}

export const formatCount = (value: number): string => whole.format(value)

export const formatPercent = (share: number): string => percent.format(share)

export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 60) return `${fine.format(seconds)} s`
  const parts: readonly (readonly [number, string])[] = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ]
  const at = parts.findIndex(([size]) => seconds >= size)
  const [size, name] = parts[at] ?? [1, 's']
  const [smaller, smallName] = parts[at + 1] ?? [1, '']
  const rest = Math.floor((seconds % size) / smaller)
  return `${Math.floor(seconds / size)} ${name}${rest > 0 && smallName !== '' ? ` ${rest} ${smallName}` : ''}`
}

const date = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const day = date({ day: 'numeric', month: 'short' })
const dayOfYear = date({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const clock = date({ hour: '2-digit', minute: '2-digit' })
const month = date({ month: 'short', year: 'numeric' })

/** A bucket's date as milliseconds of its own wall clock, as if that were UTC: where it stands on the axis. */
export const wallTime = (label: string): number =>
  Date.parse(`${label.slice(0, 10)}T${label.length > 10 ? label.slice(11, 19) : '00:00:00'}Z`)

/** A bucket's date in full, as a tip shows it. */
export function formatBucket(label: string): string {
  const time = wallTime(label)
  return label.length > 10 ? `${day.format(time)}, ${clock.format(time)}` : dayOfYear.format(time)
}

/** A place on an axis of times, by how far apart its marks are (milliseconds). */
export function formatTick(time: number, step: number): string {
  if (step < 86_400_000) return time % 86_400_000 === 0 ? day.format(time) : clock.format(time)
  return step >= 27 * 86_400_000 ? month.format(time) : day.format(time)
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** An instant of the API (ISO 8601), in UTC as all of its times. */
export const formatTime = (iso: string): string => moment.format(new Date(iso))
