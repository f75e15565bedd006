import { questionText } from '../text/question.js'
import { timesOf } from './period.js'

export const grains = ['minute', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Grain = (typeof grains)[number]

export const grainNames: Readonly<Record<Grain, string>> = {
  minute: questionText.byMinute,
  hourly: questionText.byHour,
  daily: questionText.byDay,
  weekly: questionText.byWeek,
  monthly: questionText.byMonth,
  quarterly: questionText.byQuarter,
  yearly: questionText.byYear,
}

/** The granularity that gives a readable chart of the range: some dozens of buckets. */
export function autoGrain(range: string): Grain {
  const days = daysOf(range)
  if (days <= 0.13) return 'minute'
  if (days <= 2) return 'hourly'
  if (days <= 100) return 'daily'
  return days <= 400 ? 'weekly' : 'monthly'
}

const day = 86_400_000
const unitDays: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30.5, y: 365 }
const named: Readonly<Record<string, number>> = {
  today: 1,
  yesterday: 1,
  wtd: 7,
  mtd: 31,
  qtd: 92,
  ytd: 366,
  last_week: 7,
  last_month: 31,
  last_quarter: 92,
  last_year: 366,
  all_time: 1000,
}

/** The length of a range in days, approximate for months and years. */
function daysOf(range: string): number {
  const [, count, unit = ''] = /^(\d+)([hdwmy])$/.exec(range) ?? []
  if (count !== undefined) return Number(count) * (unitDays[unit] ?? 1)
  const times = timesOf(range)
  if (times !== null) return (Date.parse(`${times.to}Z`) - Date.parse(`${times.from}Z`)) / day
  const [from = '', to = ''] = range.split(',')
  return named[range] ?? (Date.parse(to) - Date.parse(from)) / day + 1
}
