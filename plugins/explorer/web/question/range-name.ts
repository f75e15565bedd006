import { questionText } from '../text/question.js'
import { dateFormat } from '../text/format.js'

/** The ranges that pickers offer, each with its name. */
export const presets: readonly (readonly [string, string])[] = [
  ['today', questionText.today],
  ['yesterday', questionText.yesterday],
  ['24h', questionText.last24Hours],
  ['7d', questionText.last7Days],
  ['30d', questionText.last30Days],
  ['90d', questionText.last90Days],
  ['12m', questionText.last12Months],
  ['wtd', questionText.thisWeek],
  ['mtd', questionText.thisMonth],
  ['qtd', questionText.thisQuarter],
  ['ytd', questionText.thisYear],
  ['last_week', questionText.lastWeek],
  ['last_month', questionText.lastMonth],
  ['last_quarter', questionText.lastQuarter],
  ['last_year', questionText.lastYear],
  ['all_time', questionText.allTime],
]

type Counted = Readonly<Record<string, (count: number) => string>>

const within: Readonly<Record<string, string>> = questionText.rangeWithin

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** A day as people write it: `1 Nov 2026`; the string itself if it is no day. */
export const dayName = (date: string): string => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? date : day.format(time)
}

/** A range within a sentence: `in 30 days`, `last month`, `from 1 Nov 2026 to 5 Nov 2026`. */
export function rangeWords(range: string): string {
  const counted = countedWords(range, questionText.rangeIn)
  if (counted !== null) return counted
  const [from = '', to] = range.split(',')
  if (to === undefined) return within[range] ?? range
  return from === to
    ? questionText.onDay(dayName(from))
    : questionText.fromDayToDay(dayName(from), dayName(to))
}

/** When a person did something, within a sentence: `in the last 7 days`, `at any time`. */
export function withinWords(range: string): string {
  if (range === 'all_time') return questionText.atAnyTime
  return countedWords(range, questionText.didWithin) ?? rangeWords(range)
}

/** A range of the last so many units in these words; null for any other range. */
function countedWords(range: string, words: Counted): string | null {
  const [, count, unit = ''] = /^(\d+)([hdwmy])$/.exec(range) ?? []
  return count === undefined ? null : (words[unit]?.(Number(count)) ?? null)
}

/** The display name of a range; '' is a board whose tiles keep their own ranges. */
export function rangeName(range: string): string {
  const [from, to] = range.split(',')
  const counted = countedWords(range, questionText.lastRange)
  if (counted !== null) return counted
  if (range === '') return questionText.eachTilesRange
  return (
    presets.find(([value]) => value === range)?.[1] ??
    (to === undefined ? range : questionText.dayToDay(dayName(from ?? ''), dayName(to)))
  )
}
