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

/** The display name of a range; '' is a board whose tiles keep their own ranges. */
export function rangeName(range: string): string {
  const [from, to] = range.split(',')
  const [, count, unit = ''] = /^(\d+)([hdwmy])$/.exec(range) ?? []
  if (count !== undefined) return `Last ${count} ${units[unit] ?? ''}`
  if (range === '') return 'Each tile’s range'
  return presets.find(([value]) => value === range)?.[1] ?? (to === undefined ? range : `${from} – ${to}`)
}
