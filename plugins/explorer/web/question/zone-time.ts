const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** What the clocks of a zone show at an instant, read as UTC: both in milliseconds since 1970. */
export function wallTimeIn(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant)
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return (
    Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) +
    (((instant % 1000) + 1000) % 1000)
  )
}

/**
 * The instant at which the clocks of a zone show a time; the first of two when they are set back, and as long after
 * the change as the time is after the hour that is left out when they are set forward.
 */
export function instantOf(wall: number, timeZone: string): number {
  const offsetAt = (instant: number): number => wallTimeIn(instant, timeZone) - instant
  const day = 86_400_000
  // The larger offset is the one before clocks are set back: it gives the earlier instant.
  const offsets = [offsetAt(wall - day), offsetAt(wall + day)].sort((a, b) => b - a)
  const found = offsets.map((offset) => wall - offset).find((one) => wallTimeIn(one, timeZone) === wall)
  return found ?? wall - offsetAt(wall - day)
}

/** The instant of a date as answers have it: a day of the zone, or a time with its offset. */
export const instantOfLabel = (label: string, timeZone: string): number =>
  label.length > 10 ? Date.parse(label) : instantOf(Date.parse(`${label}T00:00:00Z`), timeZone)
