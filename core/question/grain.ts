import { grains, invalid, weekStarts, type Grain, type WeekStart } from '../../contract/index.js'
import { addMonths, startOfMonths, startOfWeek, type Day } from './calendar.js'

const aliases: ReadonlyMap<string, Grain> = new Map([
  ...grains.map((grain) => [grain, grain] as const),
  ['hour', 'hourly'],
  ['day', 'daily'],
  ['week', 'weekly'],
  ['month', 'monthly'],
  ['quarter', 'quarterly'],
  ['year', 'yearly'],
])

/** Parses a granularity by name or alias. Throws a 422 for anything else. */
export function parseGrain(text: string, path = 'granularity'): Grain {
  const grain = aliases.get(text)
  if (grain === undefined)
    throw invalid(path, `${path} must be one of ${grains.join(', ')}, not ${JSON.stringify(text)}`)
  return grain
}

/** Parses the first day of the week. Throws a 422 for anything else. */
export function parseWeekStart(text: string, path = 'week_start'): WeekStart {
  const found = weekStarts.find((day) => day === text)
  if (found === undefined)
    throw invalid(path, `${path} must be one of ${weekStarts.join(', ')}, not ${JSON.stringify(text)}`)
  return found
}

export type ClockGrain = Extract<Grain, 'minute' | 'hourly'>
export type CalendarGrain = Exclude<Grain, ClockGrain>

export const clockGrainMs: Readonly<Record<ClockGrain, number>> = { minute: 60_000, hourly: 3_600_000 }

export const isClockGrain = (grain: Grain): grain is ClockGrain => grain in clockGrainMs

interface CalendarSteps {
  /** Returns the first day of the period that contains the day. */
  start(day: Day): Day
  /** Returns the first day of the period after the one that starts here. */
  next(start: Day): Day
}

const months = (length: 1 | 3 | 12): CalendarSteps => ({
  start: (day) => startOfMonths(day, length),
  next: (start) => addMonths(start, length),
})

const weeks = (weekStart: WeekStart): CalendarSteps => ({
  start: (day) => startOfWeek(day, weekStart),
  next: (start) => start + 7,
})

const fixedSteps: Readonly<Record<Exclude<CalendarGrain, 'weekly'>, CalendarSteps>> = {
  daily: { start: (day) => day, next: (start) => start + 1 },
  monthly: months(1),
  quarterly: months(3),
  yearly: months(12),
}

export const calendarSteps = (grain: CalendarGrain, weekStart: WeekStart): CalendarSteps =>
  grain === 'weekly' ? weeks(weekStart) : fixedSteps[grain]
