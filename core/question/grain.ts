import { grains, invalid, type Grain } from '../contract/index.js'
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

export const calendarSteps: Readonly<Record<CalendarGrain, CalendarSteps>> = {
  daily: { start: (day) => day, next: (start) => start + 1 },
  weekly: { start: startOfWeek, next: (start) => start + 7 },
  monthly: months(1),
  quarterly: months(3),
  yearly: months(12),
}
