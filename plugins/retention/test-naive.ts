import { personIn, type LawData, type LawEvent } from '../../test/property/metric-events.js'
import type { RetentionBody } from './input.js'

/** A question as the service's body and as functions for the test. */
export interface NaiveQuestion {
  readonly body: RetentionBody & { readonly range: string }
  readonly isStart: (event: LawEvent) => boolean
  readonly isReturn: (event: LawEvent) => boolean
  readonly labelOf: ((event: LawEvent) => string) | null
}

interface Member {
  readonly person: string
  readonly cohort: number
  readonly label: string | null
  readonly returns: readonly number[]
}

export interface NaiveRetention {
  readonly dates: readonly string[]
  /** Number of columns of the cohort of a period. */
  columns(cohort: number): number
  /** The persons in a column; a null dimension stands for all. */
  persons(cohort: number, offset: number, dimension?: string | null): readonly string[]
  readonly answer: object
}

const singular = { daily: 'day', day: 'day', weekly: 'week', week: 'week', monthly: 'month', month: 'month' }

/** The local date of an instant, by the runtime's own calendar. */
export function localDate(zone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  return (time) => format.format(time)
}

function startOf(date: string, grain: 'day' | 'week' | 'month'): string {
  if (grain === 'month') return `${date.slice(0, 7)}-01`
  if (grain === 'day') return date
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

function periodsOf(first: string, last: string, grain: 'day' | 'week' | 'month'): string[] {
  const dates = new Set<string>()
  for (let day = Date.parse(first); day <= Date.parse(last); day += 86_400_000)
    dates.add(startOf(new Date(day).toISOString().slice(0, 10), grain))
  return [...dates]
}

/** Retention computed person by person, date by date. */
export function naiveRetention(data: LawData, question: NaiveQuestion, now: number): NaiveRetention {
  const { body, isStart, isReturn, labelOf } = question
  const { periods = 8, mode = 'on', granularity = 'weekly', timezone = 'UTC', breakdown_limit = 25 } = body
  const grain = singular[granularity] as 'day' | 'week' | 'month'
  const dateOf = localDate(timezone)
  const [first = '', end = ''] = body.range.split(',')
  const today = dateOf(now)
  const dates = periodsOf(first, end, grain).filter((date) => date <= today)
  const inside = data.events
    .map((event, index) => ({ event, index, date: dateOf(Date.parse(event.timestamp)) }))
    .filter(({ date }) => first <= date && date <= end)
    .sort((a, b) => Date.parse(a.event.timestamp) - Date.parse(b.event.timestamp) || a.index - b.index)
  const periodOf = (date: string): number => dates.indexOf(startOf(date, grain))
  const personOf = personIn(data)

  const members = [...new Set(inside.map(({ event }) => personOf(event)))].flatMap((person): Member[] => {
    const own = inside.filter(({ event }) => personOf(event) === person)
    const start = own.find(({ event }) => isStart(event))
    if (start === undefined) return []
    const returns = own.filter(({ event }) => isReturn(event)).map(({ date }) => periodOf(date))
    return [{ person, cohort: periodOf(start.date), label: labelOf?.(start.event) ?? null, returns }]
  })
  const kept = new Set(largest(inside.map(({ event }) => event).filter(isStart), labelOf, breakdown_limit))
  const dimensionOf = ({ label }: Member): string => (label !== null && kept.has(label) ? label : '(other)')
  const columns = (cohort: number): number => Math.min(periods, dates.length - cohort)
  const came = ({ cohort, returns }: Member, offset: number): boolean =>
    offset === 0 ||
    returns.some((period) => (mode === 'on' ? period === cohort + offset : period >= cohort + offset))
  const membersIn = (list: readonly Member[], cohort: number, offset: number): readonly Member[] =>
    list.filter((member) => member.cohort === cohort && came(member, offset))

  const table = (list: readonly Member[]) => {
    const cohorts = dates.flatMap((cohort_date, cohort) => {
      const counts = Array.from(
        { length: columns(cohort) },
        (_, offset) => membersIn(list, cohort, offset).length,
      )
      const [size = 0] = counts
      if (size === 0) return []
      return [{ cohort_date, cohort_size: size, retention: counts.map((count) => count / size), counts }]
    })
    const most = Math.max(0, ...cohorts.map(({ counts }) => counts.length))
    const having = (offset: number) => cohorts.filter(({ counts }) => counts.length > offset)
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
    const each = <T>(value: (offset: number) => T): T[] =>
      Array.from({ length: most }, (_, offset) => value(offset))
    return {
      cohorts,
      averages: each(
        (offset) =>
          sum(having(offset).map(({ retention }) => retention[offset] ?? 0)) / having(offset).length,
      ),
      weighted_averages: each(
        (offset) =>
          sum(having(offset).map(({ counts }) => counts[offset] ?? 0)) /
          sum(having(offset).map(({ cohort_size }) => cohort_size)),
      ),
    }
  }
  const bySize = largest(members, dimensionOf, Infinity)
  const breakdowns = bySize.map((dimension) => ({
    dimension,
    ...table(members.filter((member) => dimensionOf(member) === dimension)),
  }))
  return {
    dates,
    columns,
    persons: (cohort, offset, dimension = null) =>
      membersIn(
        members.filter((member) => dimension === null || dimensionOf(member) === dimension),
        cohort,
        offset,
      ).map(({ person }) => person),
    answer: { ...table(members), granularity: grain, periods, ...(labelOf && { breakdowns }) },
  }
}

/** The names with the most items, then by name. */
function largest<T>(items: readonly T[], nameOf: ((item: T) => string) | null, limit: number): string[] {
  if (nameOf === null) return []
  const names = items.map(nameOf)
  const count = (name: string): number => names.filter((one) => one === name).length
  return [...new Set(names)].sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1)).slice(0, limit)
}
