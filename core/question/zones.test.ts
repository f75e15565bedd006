import fc from 'fast-check'
import t from 'tap'
import { weekStarts, type Grain, type WeekStart } from '../../contract/index.js'
import { bucketsOf, wholePeriods } from './buckets.js'
import { dayMs, dayOf } from './calendar.js'
import { parseIsoTime } from '../../contract/iso-time.js'
import { buildQuestion } from './question.js'
import type { AskedQuestion } from '../../contract/index.js'
import { cachedOffsets } from './zone-offsets.js'
import { startOfDay, zoneOf, type LocalCalendar } from './zone.js'

const iso = (time: number): string => new Date(time).toISOString()
const hour = 3_600_000
const inZone = (name: string, weekStart: WeekStart = 'monday'): LocalCalendar => ({
  zone: zoneOf(name),
  weekStart,
})
const ask = (range: string, granularity: string, timezone: string): AskedQuestion =>
  buildQuestion({
    source: 'events',
    now: Date.UTC(2030, 0, 1),
    range,
    granularity,
    timezone,
    conditions: [],
    breakdown: null,
    breakdownLimit: 25,
    earliest: null,
  })
const hoursOf = (day: string, zone: string): readonly string[] => ask(`${day},${day}`, 'hourly', zone).labels
const lengths = ({ question: { edges } }: AskedQuestion): number[] =>
  edges.slice(1).map((edge, index) => (edge - (edges[index] ?? NaN)) / hour)

t.test('days on which clocks are set forward and back', (t) => {
  const spring = hoursOf('2024-03-31', 'Europe/Berlin')
  t.equal(spring.length, 23)
  t.strictSame(spring.slice(1, 3), ['2024-03-31T01:00:00+01:00', '2024-03-31T03:00:00+02:00'])
  const autumn = hoursOf('2023-10-29', 'Europe/Berlin')
  t.equal(new Set(autumn).size, 25)
  t.strictSame(autumn.slice(2, 4), ['2023-10-29T02:00:00+02:00', '2023-10-29T02:00:00+01:00'])
  t.strictSame(lengths(ask('2023-10-28,2023-10-30', 'daily', 'Europe/Berlin')), [24, 25, 24])
  t.strictSame(lengths(ask('2024-03-30,2024-04-01', 'daily', 'America/New_York')), [24, 24, 24])
  t.end()
})

t.test('half hours', (t) => {
  const { labels, question } = ask('2024-01-01,2024-01-01', 'hourly', 'Asia/Kolkata')
  t.equal(labels[0], '2024-01-01T00:00:00+05:30')
  t.equal(iso(question.edges[0] ?? NaN), '2023-12-31T18:30:00.000Z')
  t.equal(labels.length, 24)
  t.strictSame(hoursOf('2023-10-01', 'Australia/Lord_Howe').slice(1, 4), [
    '2023-10-01T01:00:00+10:30',
    '2023-10-01T02:30:00+11:00',
    '2023-10-01T03:00:00+11:00',
  ])
  t.strictSame(hoursOf('2024-04-07', 'Australia/Lord_Howe').slice(1, 4), [
    '2024-04-07T01:00:00+11:00',
    '2024-04-07T01:30:00+10:30',
    '2024-04-07T02:00:00+10:30',
  ])
  t.strictSame(lengths(ask('2024-04-06,2024-04-08', 'daily', 'Australia/Lord_Howe')), [24, 24.5, 24])
  const from = Date.parse('2024-04-07T01:40:00+10:30')
  const cut = bucketsOf({ from, to: from + 1 }, 'hourly', inZone('Australia/Lord_Howe'))
  t.strictSame(
    cut.labels,
    ['2024-04-07T01:30:00+10:30'],
    'a bucket that began with the change, before the range',
  )
  t.end()
})

t.test('midnights that do not exist, or come twice', (t) => {
  for (const [zone, day] of [
    ['America/Sao_Paulo', '2018-11-04'],
    ['Asia/Beirut', '2024-03-31'],
  ] as const) {
    t.equal(hoursOf(day, zone).length, 23, zone)
    t.match(hoursOf(day, zone)[0], `${day}T01:00:00`)
    t.strictSame(ask(`${day},${day}`, 'daily', zone).labels, [day])
  }
  const twice = ask('2018-02-17,2018-02-18', 'daily', 'America/Sao_Paulo')
  t.strictSame(lengths(twice), [25, 24], 'set back at midnight: the day before is longer')
  const havana = ask('2023-11-05,2023-11-05', 'daily', 'America/Havana')
  t.strictSame(lengths(havana), [25], 'set back from 1:00 to 0:00: the earlier midnight begins the day')
  const stJohns = ask('2006-10-28,2006-10-29', 'daily', 'America/St_Johns')
  t.strictSame(lengths(stJohns), [24, 25], 'set back from 0:01 to 23:01')
  t.equal(new Set(hoursOf('2006-10-29', 'America/St_Johns')).size, 26)
  const from = Date.parse('2006-10-28T23:30:00-03:30')
  const again = bucketsOf({ from, to: from + 1 }, 'hourly', inZone('America/St_Johns'))
  t.strictSame(again.labels, ['2006-10-28T23:01:00-03:30'])
  t.end()
})

t.test('a day that a zone skipped has no bucket', (t) => {
  const samoa = ask('2011-12-28,2012-01-01', 'daily', 'Pacific/Apia')
  t.strictSame(samoa.labels, ['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'])
  t.strictSame(lengths(samoa), [24, 24, 24, 24])
  const skipped = ask('2011-12-30,2011-12-30', 'daily', 'Pacific/Apia')
  t.strictSame([skipped.labels, skipped.question.edges], [[], []])
  t.equal(ask('2011-12-29,2011-12-31', 'hourly', 'Pacific/Apia').labels.length, 48)
  t.end()
})

t.test('years before any clock change, and the last one', (t) => {
  const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')]
  for (const zone of ['UTC', 'Europe/Vienna', 'America/New_York'])
    for (const grain of ['hourly', 'daily', 'weekly', 'monthly', 'yearly'] as const)
      for (const instant of [first, last]) {
        const { from, to } = wholePeriods(instant, instant, grain, inZone(zone))
        t.ok(from <= instant && to > instant, `${zone} ${grain} ${iso(instant)}`)
        t.equal(bucketsOf({ from, to }, grain, inZone(zone)).labels.length, 1)
      }
  const years = wholePeriods(first, first, 'yearly', inZone('Europe/Vienna'))
  t.strictSame(bucketsOf(years, 'yearly', inZone('Europe/Vienna')).labels, ['0001-01-01'])
  t.end()
})

t.test('the cache finds what measuring every moment finds', (t) => {
  const changes = [
    { at: 5 * dayMs, offset: hour },
    { at: 5 * dayMs + 4 * dayMs, offset: 0 },
    { at: 20 * dayMs + 1000, offset: -hour },
    { at: 21 * dayMs, offset: 2 * hour },
  ]
  const measure = (instant: number): number => changes.findLast(({ at }) => at <= instant)?.offset ?? 0
  const offsets = cachedOffsets(measure)
  for (let time = 0; time < 30 * dayMs; time += hour) t.equal(offsets.offsetAt(time), measure(time))
  t.strictSame(offsets.changes(0, 30 * dayMs), changes)
  t.strictSame(offsets.changes(5 * dayMs, 9 * dayMs), changes.slice(0, 1), 'half-open')
  t.strictSame(offsets.changes(9 * dayMs, 10 * dayMs), changes.slice(1, 2), 'at the border of two cells')
  t.equal(offsets.offsetAt(20 * dayMs + 999), 0)
  t.equal(offsets.offsetAt(20 * dayMs + 1000), -hour)
  t.end()
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Asia/Gaza',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Pacific/Kwajalein',
  'Pacific/Kiritimati',
]
const grains: readonly Grain[] = ['minute', 'hourly', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly']
const widths = {
  minute: 2,
  hourly: 60,
  daily: 900,
  weekly: 3000,
  monthly: 9000,
  quarterly: 9000,
  yearly: 20_000,
}
const zoneArb = fc.constantFrom(...zones)
const instantArb = fc.integer({ min: 0, max: Date.UTC(2037, 11, 31) })

/** The wall clock of an instant, computed by the platform alone. */
function shown(zone: string, instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(instant)
}

t.test('in every zone and granularity: edges ascend and cover, labels are unique and true', (t) => {
  fc.assert(
    fc.property(
      zoneArb,
      fc.constantFrom(...grains),
      instantArb,
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      fc.constantFrom(...weekStarts),
      (name, grain, from, part, weekStart) => {
        const range = { from, to: from + Math.ceil(part * widths[grain] * dayMs) }
        const { edges, labels } = bucketsOf(range, grain, inZone(name, weekStart))
        const clock = grain === 'minute' || grain === 'hourly'
        return (
          edges[0] === range.from &&
          edges.at(-1) === range.to &&
          edges.length === labels.length + 1 &&
          edges.every((edge, index) => index === 0 || edge > (edges[index - 1] ?? Infinity)) &&
          new Set(labels).size === labels.length &&
          // A clock label is the exact moment at which its bucket begins (the first bucket began before the
          // range).
          labels.every((label, index) =>
            clock && !/[+-]\d\d:\d\d:\d\d$/.test(label)
              ? index === 0 || parseIsoTime(label) === edges[index]
              : index === 0 || label > (labels[index - 1] ?? '~'),
          )
        )
      },
    ),
  )
  t.end()
})

t.test('a moment is in the bucket of the date that clocks showed then', (t) => {
  // Where clocks were set back across midnight, the repeated evening counts to the day that had begun.
  const single = zoneArb.filter((name) => name !== 'America/St_Johns')
  fc.assert(
    fc.property(single, instantArb, fc.integer({ min: -40, max: 40 }), (name, instant, before) => {
      const zone = zoneOf(name)
      const day = Math.floor(instant / dayMs)
      const range = { from: startOfDay(zone, day - 45 + before), to: startOfDay(zone, day + 45 + before) }
      const { edges, labels } = bucketsOf(range, 'daily', inZone(name))
      const index = edges.findLastIndex((edge) => edge <= instant)
      return labels[index] === shown(name, instant).slice(0, 10)
    }),
    { numRuns: 300 },
  )
  fc.assert(
    fc.property(zoneArb, instantArb, (name, instant) => {
      const { labels } = bucketsOf({ from: instant, to: instant + 1 }, 'hourly', inZone(name))
      return labels[0]?.slice(0, 13).replace('T', ' ') === shown(name, instant).slice(0, 13)
    }),
    { numRuns: 300 },
  )
  t.end()
})

t.test('wall clock and instant agree', (t) => {
  fc.assert(
    fc.property(zoneArb, instantArb, (name, wall) => {
      const zone = zoneOf(name)
      const instant = zone.instantOf(wall)
      const back = instant + zone.offsetAt(instant)
      // In a gap: the first moment after it, and the moment before shows an earlier time than requested.
      return back === wall || (back > wall && instant - 1 + zone.offsetAt(instant - 1) < wall)
    }),
    { numRuns: 500 },
  )
  const day = dayOf(2023, 10, 29) * dayMs
  t.equal(
    iso(zoneOf('Europe/Berlin').instantOf(day + 2.5 * hour)),
    '2023-10-29T00:30:00.000Z',
    'twice: the earlier',
  )
  const gap = dayOf(2024, 3, 31) * dayMs + 2.5 * hour
  t.equal(
    iso(zoneOf('Europe/Berlin').instantOf(gap)),
    '2024-03-31T01:00:00.000Z',
    'never: the end of the gap',
  )
  t.end()
})
