import t from 'tap'
import { weekStarts } from '../../contract/index.js'
import '../support/every-store.js'
import { openTopics } from '../http/topic.js'
import { lawData, personIn, type LawEvent } from './metric-events.js'
import { propertySeed as seed } from './seeded.js'

const day = 86_400_000

const topic = await openTopics(t)

interface Zone {
  readonly zone: string
  /** Calendar days of the zone, both inclusive. */
  readonly from: string
  readonly to: string
  readonly why: string
}

const places: readonly Zone[] = [
  { zone: 'Europe/Berlin', from: '2024-03-29', to: '2024-04-02', why: 'an hour is skipped' },
  { zone: 'Europe/Berlin', from: '2024-10-25', to: '2024-10-29', why: 'an hour is shown twice' },
  { zone: 'Asia/Kathmandu', from: '2024-05-30', to: '2024-06-03', why: '5:45 ahead' },
  { zone: 'Asia/Kolkata', from: '2024-12-30', to: '2025-01-03', why: '5:30 ahead, over a year’s end' },
  { zone: 'Australia/Lord_Howe', from: '2024-10-04', to: '2024-10-08', why: 'half an hour is skipped' },
  { zone: 'Europe/Moscow', from: '2014-10-24', to: '2014-10-28', why: 'changed its offset for good' },
  { zone: 'Pacific/Apia', from: '2011-12-28', to: '2012-01-02', why: 'a day is skipped' },
  { zone: 'Africa/Monrovia', from: '1972-01-05', to: '1972-01-09', why: 'the offset had seconds' },
]

interface Wall {
  readonly date: string
  readonly hour: string
  readonly minute: string
}

/** The zone's wall clock, by the runtime's own formatter, without our code. */
function wallOf(zone: string): (instant: number) => Wall {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
    return {
      date: `${of('year')}-${of('month')}-${of('day')}`,
      hour: of('hour'),
      minute: of('minute'),
    }
  }
}

/** The first day of the week; `start` is 0 for Sunday to 6 for Saturday. */
const weekOf =
  (start: number) =>
  (date: string): string => {
    const time = Date.parse(date)
    return new Date(time - ((new Date(time).getUTCDay() - start + 7) % 7) * day).toISOString().slice(0, 10)
  }

const weeks = { monday: weekOf(1), sunday: weekOf(0), saturday: weekOf(6) } as const

/** The date label of a bucket of calendar days. */
const firstDay: Readonly<Record<string, (date: string) => string>> = {
  daily: (date) => date,
  weekly: weeks.monday,
  monthly: (date) => `${date.slice(0, 7)}-01`,
  quarterly: (date) => {
    const month = Math.floor((Number(date.slice(5, 7)) - 1) / 3) * 3 + 1
    return `${date.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
  },
  yearly: (date) => `${date.slice(0, 4)}-01-01`,
}

function grouped<K>(events: readonly LawEvent[], keyOf: (event: LawEvent) => K): Map<K, readonly LawEvent[]> {
  const groups = new Map<K, LawEvent[]>()
  for (const event of events) groups.set(keyOf(event), [...(groups.get(keyOf(event)) ?? []), event])
  return groups
}

for (const { zone, from, to, why } of places) {
  const [start, end] = [Date.parse(from) - day, Date.parse(to) + 2 * day]
  const data = lawData(seed, start, end, 300)
  const wall = wallOf(zone)
  const at = ({ timestamp }: LawEvent): Wall => wall(Date.parse(timestamp))
  const inside = data.events.filter((event) => from <= at(event).date && at(event).date <= to)
  const person = personIn(data)

  await topic(
    `${zone}: ${why} (PROPERTY_SEED=${seed})`,
    '2025-06-01T00:00:00Z',
    async (t, { service, id, send, points, total }) => {
      await send([...data.events, ...data.links])
      const range = { range: `${from},${to}`, timezone: zone }
      for (const [granularity, firstOf] of Object.entries(firstDay)) {
        const expected = grouped(inside, (event) => firstOf(at(event).date))
        const query = { ...range, granularity }
        const told = (await points('events', query)).filter(([, value]) => value !== 0)
        const counts = [...expected].map(([date, events]) => [date, events.length])
        t.strictSame(told, counts.sort(), `events ${granularity}`)
        const active = (await points('dau', query)).filter(([, value]) => value !== 0)
        const persons = [...expected].map(([date, events]) => [date, new Set(events.map(person)).size])
        t.strictSame(active, persons.sort(), `dau ${granularity}`)
      }
      for (const weekStart of weekStarts) {
        const firstOf = weeks[weekStart]
        const expected = grouped(inside, (event) => firstOf(at(event).date))
        const counts = [...expected].map(([date, events]) => [date, events.length]).sort()
        const query = { ...range, granularity: 'weekly', week_start: weekStart }
        const told = async (asked: Readonly<Record<string, string>>) =>
          (await points('events', asked)).filter(([, value]) => value !== 0)
        t.strictSame(await told(query), counts, `weeks from ${weekStart}`)
        await service.defaults({ id }, { timezone: zone, weekStart })
        t.strictSame(
          await told({ range: range.range, granularity: 'weekly' }),
          counts,
          `the workspace's weeks from ${weekStart}`,
        )
      }
      // The hour that occurs twice is two buckets, with different offsets; they are added up here.
      const byHour = new Map<string, number>()
      const hours = await points('events', { ...range, granularity: 'hourly' })
      for (const [date, value] of hours) {
        const hour = String(date).slice(0, 13)
        byHour.set(hour, (byHour.get(hour) ?? 0) + Number(value))
      }
      const expected = grouped(inside, (event) => `${at(event).date}T${at(event).hour}`)
      t.strictSame(
        [...byHour].filter(([, value]) => value > 0),
        [...expected].map(([hour, events]) => [hour, events.length] as const).sort(),
        'events hourly',
      )
      const dates = hours.map(([date]) => String(date))
      t.equal(new Set(dates).size, dates.length, 'no two buckets of one date')
      t.strictSame(dates.map(Date.parse), dates.map(Date.parse).sort(ascending), 'in ascending order')
      t.equal(await total('events', range), inside.length)
    },
  )
}

function ascending(a: number, b: number): number {
  return a - b
}
