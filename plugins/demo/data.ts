import { companyLines } from './companies.js'
import { desktops, mobiles, type City } from './catalogue.js'
import { activity, newDevice, newPerson, weekdayShape, type Device, type Person } from './people.js'
import { createRandom, type Random } from './random.js'
import { use, visit, type DemoLine } from './session.js'
import { plotOf, weekdayOf, type DemoPlot } from './story.js'

export interface DemoOptions {
  /** Milliseconds since 1970 UTC; no line is later. */
  readonly now: number
  readonly days?: number
  readonly seed?: string
  /** The approximate number of people who visit the site in the first `days` days. */
  readonly devices?: number
  /**
   * The story's first day (any time of it); by default `days` days before today's end. A story that began
   * earlier continues until today as it was at the end of its `days`.
   */
  readonly since?: number
}

export interface DemoBatch {
  /** JSON Lines for POST /v1/events: whole sessions, each after its own context line. */
  readonly lines: string
  /** The number of lines that are events. */
  readonly events: number
  /** YYYY-MM-DD. */
  readonly day: string
}

const dayLength = 86_400_000
const batchLines = 5_000

/**
 * Generates plausible data of a small software product over the last `days` days, today included, in time
 * order. The same seed yields the same lines with the same message_ids on the same UTC day, whatever the
 * hour, so that a later run only adds what has happened since. Another first day starts another story, with
 * other people. A story with the same first day continues on a later day.
 */
export function* demoBatches({
  now,
  days = 90,
  seed = 'demo',
  devices = 3500,
  since = now - (days - 1) * dayLength,
}: DemoOptions): Generator<DemoBatch> {
  const first = Math.floor(since / dayLength)
  const dayCount = Math.floor(now / dayLength) - first + 1
  const story = `demo-${seed}-${isoDay(first * dayLength)}`
  const random = createRandom(story)
  const people: Person[] = []
  let written = 0
  const plot = plotOf(first, days)
  const later = createRandom(`${story}-later`)
  const arrivalsOf = arrivalsByDay({ random, later, plot, first, days, devices })
  // With ids of their own: the other lines keep theirs.
  let batch = companyLines(first * dayLength).map((line, index) =>
    JSON.stringify({ ...line, message_id: `${story}-company-${index}` }),
  )
  for (let day = 0; day < dayCount; day++) {
    const arrivals = arrivalsOf(day)
    const midnight = (first + day) * dayLength
    for (let n = 0; n < arrivals; n++) people.push(newPerson(random, day, plot.isCampaign(day)))
    const sessions = people.flatMap((person) => sessionsOf({ random, plot, day, midnight }, person))
    let events = 0
    const name = isoDay(midnight)
    for (const session of sessions) {
      for (const line of session) {
        // Numbered before lines after `now` are dropped, so that the hour of the run does not shift the ids.
        const message_id = `${story}-${(written++).toString(36)}`
        if (line.timestamp > now) continue
        batch.push(JSON.stringify({ ...line, message_id }))
        if ('event' in line) events++
      }
      if (batch.length < batchLines) continue
      yield { lines: batch.join('\n'), events, day: name }
      batch = []
      events = 0
    }
    if (batch.length > 0) yield { lines: batch.join('\n'), events, day: name }
    batch = []
  }
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

interface Arrivals {
  readonly random: Random
  readonly later: Random
  readonly plot: DemoPlot
  readonly first: number
  readonly days: number
  readonly devices: number
}

/**
 * Growth, quiet weekends, good and bad days, and one campaign; no growth after `days`. To be called day by
 * day.
 */
function arrivalsByDay({ random, later, plot, first, days, devices }: Arrivals): (day: number) => number {
  const weigh = (chance: Random, day: number): number => {
    const quiet = 0.4 + 0.6 * weekdayShape(weekdayOf(first + day))
    const growth = 0.45 + (1.4 * Math.min(day, days)) / days
    return growth * quiet * (0.85 + 0.3 * chance.next()) * (plot.isCampaign(day) ? 2.4 : 1)
  }
  const weights = Array.from({ length: days }, (_, day) => weigh(random, day))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const arrivals = weights.map((weight) => Math.floor((weight / total) * devices + random.next()))
  return (day) => arrivals[day] ?? Math.floor((weigh(later, day) / total) * devices + later.next())
}

interface Today {
  readonly random: Random
  readonly plot: DemoPlot
  readonly day: number
  readonly midnight: number
}

function sessionsOf(
  { random, plot, day, midnight }: Today,
  person: Person,
): readonly (readonly DemoLine[])[] {
  const { account, devices } = person
  const [main] = devices
  if (main === undefined) return []
  const sessionOn = (device: Device) => {
    const start = startOfSession(random, person.place)
    return { random, person, plot, device, day, start: midnight + start, moment: day + start / dayLength }
  }
  if (account === null) return person.visits.includes(day) ? [visit(sessionOn(main))] : []
  const weekday = weekdayOf(midnight / dayLength)
  // People leave for good: paying ones less often, many when the product fails them.
  const leaving = (account.plan === 'free' ? 0.012 : 0.002) * (plot.isBroken(day + 0.5) ? 5 : 1)
  account.gone ||= random.chance(leaving)
  if (account.gone || day === account.since || !random.chance(activity(account, day, weekday))) return []
  const sessions = [use(sessionOn(main), account, false)]
  if (person.secondDevice !== null && day >= person.secondDevice) {
    const isNew = devices.length === 1
    const machine = random.weighted(main.mobile ? desktops : mobiles)
    if (isNew) devices.push(newDevice(random, machine, person.place, null))
    const second = devices[1]
    if (second !== undefined && (isNew || random.chance(0.5)))
      sessions.push(use(sessionOn(second), account, isNew))
  }
  while (random.chance(0.35) && sessions.length < 4) sessions.push(use(sessionOn(main), account, false))
  return sessions
}

const hours = [1, 1, 1, 1, 1, 2, 4, 8, 16, 24, 27, 25, 18, 22, 26, 25, 22, 16, 10, 8, 8, 7, 4, 2].map(
  (weight, hour) => [weight, hour] as const,
)

/** Milliseconds after midnight UTC; people work by their local time. */
function startOfSession(random: Random, place: City): number {
  const hour = (random.weighted(hours) - place.offset + 24) % 24
  return Math.floor((hour + random.next()) * 3_600_000)
}
