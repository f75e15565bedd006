const number = new Intl.NumberFormat('en')
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "1 event", "1,204 events"; takes the plural noun. */
export const count = (value: number, plural: string): string =>
  `${number.format(Math.round(value * 100) / 100)} ${value === 1 ? plural.replace(/s$/, '') : plural}`

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
  return relative.format(-Math.round(seconds / length), unit)
}
