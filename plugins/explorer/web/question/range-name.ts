import { questionText } from '../text/question.js'
import { dateFormat } from '../text/format.js'
import { timesOf } from './period.js'

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
const clock = dateFormat({ hour: '2-digit', minute: '2-digit' })

/** A day as people write it: `1 Nov 2026`; the string itself if it is no day. */
export const dayName = (date: string): string => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? date : day.format(time)
}

/** The bounds of a range of times, the second without its day if that is the same; null for other ranges. */
function timeNames(range: string): readonly [string, string] | null {
  const times = timesOf(range)
  if (times === null) return null
  const [from, to] = [times.from, times.to].map((time) =>
    questionText.dayAtTime(dayName(time.slice(0, 10)), clock.format(Date.parse(`${time}Z`))),
  ) as [string, string]
  const isOneDay = times.from.slice(0, 10) === times.to.slice(0, 10)
  return [from, isOneDay ? clock.format(Date.parse(`${times.to}Z`)) : to]
}

/** A range within a sentence: `in 30 days`, `last month`, `from 1 Nov 2026 to 5 Nov 2026`. */
export function rangeWords(range: string): string {
  const counted = countedWords(range, questionText.rangeIn)
  if (counted !== null) return counted
  const times = timeNames(range)
  if (times !== null) return questionText.fromDayToDay(...times)
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
  const times = timeNames(range)
  if (times !== null) return questionText.dayToDay(...times)
  return (
    presets.find(([value]) => value === range)?.[1] ??
    (to === undefined ? range : questionText.dayToDay(dayName(from ?? ''), dayName(to)))
  )
}
