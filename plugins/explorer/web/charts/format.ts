const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const fine = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const finest = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** A formatted value; `kind` is the metric's kind in GET /metrics. */
export function formatValue(value: number, kind = 'count'): string {
  if (kind === 'ratio') return percent.format(value)
  if (kind === 'duration') return formatSeconds(value)
  return Math.abs(value) > 0 && Math.abs(value) < 1 ? finest.format(value) : fine.format(value)
}

/** A formatted value in short form (`12.3K`), for axes and tiles. */
export function formatShort(value: number, kind = 'count'): string {
  if (kind === 'ratio' || kind === 'duration') return formatValue(value, kind)
  return Math.abs(value) >= 10_000 ? compact.format(value) : formatValue(value, kind)
}

export const formatCount = (value: number): string => whole.format(value)

/** A share (0 to 1) as a percentage. */
export const formatPercent = (share: number): string => percent.format(share)

/** A duration in its two largest units: `2 h 5 min`; below a second in milliseconds. */
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

/** The position of a bucket on the time axis: its local wall-clock time read as UTC, in milliseconds since 1970. */
export const wallTime = (label: string): number =>
  Date.parse(`${label.slice(0, 10)}T${label.length > 10 ? label.slice(11, 19) : '00:00:00'}Z`)

/** The full date of a bucket, for tooltips and tables. */
export function formatBucket(label: string): string {
  const time = wallTime(label)
  return label.length > 10 ? `${day.format(time)}, ${clock.format(time)}` : dayOfYear.format(time)
}

/** The label of an axis tick; `step` is the bucket width in milliseconds. */
export function formatTick(time: number, step: number): string {
  if (step < 86_400_000) return time % 86_400_000 === 0 ? day.format(time) : clock.format(time)
  return step >= 27 * 86_400_000 ? month.format(time) : day.format(time)
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** An ISO 8601 timestamp as date and time, in UTC. */
export const formatTime = (iso: string): string => moment.format(new Date(iso))
