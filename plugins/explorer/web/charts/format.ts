import { chartsText } from '../text/charts.js'
import { dateFormat, numberFormat, integer } from '../text/format.js'

const fine = numberFormat({ maximumFractionDigits: 2 })
const finest = numberFormat({ maximumSignificantDigits: 3 })
const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 })
const percent = numberFormat({ style: 'percent', maximumFractionDigits: 1 })

const { durationUnits } = chartsText

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

export const formatCount = (value: number): string => integer(value)

/** A share (0 to 1) as a percentage. */
export const formatPercent = (share: number): string => percent.format(share)

/** A duration in its two largest units: `2 h 5 min`; below a second in milliseconds. */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return chartsText.milliseconds(Math.round(seconds * 1000))
  if (seconds < 60) return chartsText.seconds(fine.format(seconds))
  const parts: readonly (readonly [number, string])[] = [
    [86_400, durationUnits.d],
    [3600, durationUnits.h],
    [60, durationUnits.min],
    [1, durationUnits.s],
  ]
  const at = parts.findIndex(([size]) => seconds >= size)
  const [size, name] = parts[at] ?? [1, durationUnits.s]
  const [smaller, smallName] = parts[at + 1] ?? [1, '']
  const rest = Math.floor((seconds % size) / smaller)
  return `${Math.floor(seconds / size)} ${name}${rest > 0 && smallName !== '' ? ` ${rest} ${smallName}` : ''}`
}

const day = dateFormat({ day: 'numeric', month: 'short' })
const dayOfYear = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' })
const month = dateFormat({ month: 'short', year: 'numeric' })

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

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** An ISO 8601 timestamp as date and time, in UTC. */
export const formatTime = (iso: string): string => moment.format(new Date(iso))
