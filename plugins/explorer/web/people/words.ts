import { relativeTime } from '../text/format.js'

const steps = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [30 * 86_400, 'day', 86_400],
  [365 * 86_400, 'month', 30 * 86_400],
  [Infinity, 'year', 365 * 86_400],
] as const

/** "3 hours ago"; `now` in milliseconds since 1970. */
export function ago(time: string, now: number): string {
  const seconds = (now - Date.parse(time)) / 1000
  const [, unit, length] = steps.find(([most]) => Math.abs(seconds) < most) ?? steps[0]
  return relativeTime(-Math.round(seconds / length), unit)
}
