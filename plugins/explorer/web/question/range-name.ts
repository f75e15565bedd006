/** The ranges that pickers offer, each with its name. */
export const presets: readonly (readonly [string, string])[] = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
  ['12m', 'Last 12 months'],
  ['wtd', 'This week'],
  ['mtd', 'This month'],
  ['qtd', 'This quarter'],
  ['ytd', 'This year'],
  ['last_week', 'Last week'],
  ['last_month', 'Last month'],
  ['last_quarter', 'Last quarter'],
  ['last_year', 'Last year'],
  ['all_time', 'All time'],
]

const units: Readonly<Record<string, string>> = { h: 'hours', d: 'days', w: 'weeks', m: 'months', y: 'years' }

const within: Readonly<Record<string, string>> = {
  today: 'today',
  yesterday: 'yesterday',
  wtd: 'this week',
  mtd: 'this month',
  qtd: 'this quarter',
  ytd: 'this year',
  all_time: 'of all time',
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A day as people write it: `1 Nov 2026`; the string itself if it is no day. */
export const dayName = (date: string): string => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? date : day.format(time)
}

/** A range within a sentence: `in 30 days`, `last month`, `from 1 Nov 2026 to 5 Nov 2026`. */
export function rangeWords(range: string): string {
  const [, count, unit = ''] = /^(\d+)([hdwmy])$/.exec(range) ?? []
  if (count !== undefined) return `in ${countOf(count, unit)}`
  const [from = '', to] = range.split(',')
  if (to !== undefined) return from === to ? `on ${dayName(from)}` : `from ${dayName(from)} to ${dayName(to)}`
  return within[range] ?? range.replace('_', ' ')
}

/** `30 days`, `1 day`. */
const countOf = (count: string, unit: string): string =>
  `${count} ${count === '1' ? (units[unit] ?? '').slice(0, -1) : (units[unit] ?? '')}`

/** The display name of a range; '' is a board whose tiles keep their own ranges. */
export function rangeName(range: string): string {
  const [from, to] = range.split(',')
  const [, count, unit = ''] = /^(\d+)([hdwmy])$/.exec(range) ?? []
  if (count !== undefined) return `Last ${countOf(count, unit)}`
  if (range === '') return 'Each tile’s range'
  return (
    presets.find(([value]) => value === range)?.[1] ??
    (to === undefined ? range : `${dayName(from ?? '')} – ${dayName(to)}`)
  )
}
