/** The calendar of a zone, computed by Intl alone: a test must not count with the service's own code. */
export type PeriodGrain = 'daily' | 'weekly' | 'monthly'

const day = 86_400_000
/** In all zones of today a date begins at a full quarter of an hour. */
const quarter = 900_000
const formats = new Map<string, Intl.DateTimeFormat>()
const dates = new Map<string, string>()

/** YYYY-MM-DD in the zone's calendar. */
export function localDate(instant: number, timeZone: string): string {
  const key = `${timeZone} ${Math.floor(instant / quarter)}`
  const found = dates.get(key)
  if (found !== undefined) return found
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  const date = format.format(instant)
  dates.set(key, date)
  return date
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)

/** The first date of the period that contains the date. */
export function periodOf(date: string, grain: PeriodGrain): string {
  if (grain === 'daily') return date
  if (grain === 'monthly') return `${date.slice(0, 7)}-01`
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
}

/** The period before the one that begins with the date. */
export const periodBefore = (date: string, grain: PeriodGrain): string => periodOf(addDays(date, -1), grain)

/** The moment at which the date has ended. */
export function endOfDate(date: string, timeZone: string): number {
  let instant = Date.parse(date) - 16 * 4 * quarter
  while (localDate(instant, timeZone) <= date) instant += quarter
  return instant
}
