import t from 'tap'
import { pageCode } from './page-code.js'

interface Span {
  readonly from: number
  readonly to: number
}

interface Incomplete {
  grainOfDates(dates: readonly string[]): string
  bucketEnd(start: number, grain: string): number
  spanOf(range: string, now: number, weekStart: string): Span | null
  cutBuckets(
    dates: readonly string[],
    how: { readonly grain: string; readonly span: Span | null; readonly now: number },
  ): readonly { readonly index: number; readonly why: string }[]
  cutNote(cuts: readonly { readonly index: number; readonly why: string }[], grain: string): string | null
}

interface Zooms {
  zoomRange(dates: readonly string[], first: number, last: number, within: Span | null): string
  zoomText(chosen: string, before: string): string
  rangeBefore(text: string | null, range: string): string | null
}

interface Zones {
  wallTimeIn(instant: number, zone: string): number
  instantOf(wall: number, zone: string): number
  instantOfLabel(label: string, zone: string): number
}

interface Periods {
  daysOf(
    range: string,
    today: string,
    weekStart: string,
  ): { readonly from: string; readonly to: string } | null
}

interface Cohorts {
  boundsOf(range: string, now: number, weekStart: string): Span
  isOpen(date: string, period: number, grain: string, bounds: Span): boolean
  missing(date: string, grain: string, bounds: Span): string | null
  firstOpen(cohorts: object, grain: string, bounds: Span): number
}

const { grainOfDates, bucketEnd, spanOf, cutBuckets, cutNote } =
  await pageCode<Incomplete>('charts/incomplete.ts')
const { zoomRange, zoomText, rangeBefore } = await pageCode<Zooms>('charts/zoom.ts')
const { wallTimeIn, instantOf, instantOfLabel } = await pageCode<Zones>('question/zone-time.ts')
const { daysOf } = await pageCode<Periods>('question/period.ts')
const { boundsOf, isOpen, missing, firstOpen } = await pageCode<Cohorts>('charts/cohort-times.ts')

const at = (time: string): number => Date.parse(`${time}Z`)

t.test('the clocks of a zone, also where they are changed', (t) => {
  const zone = 'Europe/Vienna'
  t.equal(wallTimeIn(at('2024-01-15T23:30:00'), zone), at('2024-01-16T00:30:00'))
  t.equal(wallTimeIn(at('2024-07-15T23:30:00'), zone), at('2024-07-16T01:30:00'))
  t.equal(instantOf(at('2024-07-16T00:00:00'), zone), at('2024-07-15T22:00:00'))
  t.equal(instantOf(at('2024-03-31T02:30:00'), zone), at('2024-03-31T01:30:00'), 'left out: an hour later')
  t.equal(instantOf(at('2024-10-27T02:30:00'), zone), at('2024-10-27T00:30:00'), 'twice: the first')
  t.equal(instantOf(at('2024-03-31T00:00:00'), zone), at('2024-03-30T23:00:00'), 'the day of the change')
  t.equal(instantOf(at('2024-10-28T00:00:00'), zone), at('2024-10-27T23:00:00'))
  t.equal(instantOfLabel('2024-07-16', 'America/New_York'), at('2024-07-16T04:00:00'))
  t.equal(instantOfLabel('2024-10-27T02:00:00+01:00', zone), at('2024-10-27T01:00:00'), 'offsets decide')
  t.end()
})

t.test('the days of a range are those of the service', (t) => {
  const days = (range: string, today = '2020-01-15', weekStart = 'monday'): string | null => {
    const found = daysOf(range, today, weekStart)
    return found && `${found.from} ${found.to}`
  }
  const cases: Record<string, string | null> = {
    '1d': '2020-01-15 2020-01-15',
    '30d': '2019-12-17 2020-01-15',
    '2w': '2020-01-02 2020-01-15',
    '1m': '2019-12-16 2020-01-15',
    '1y': '2019-01-16 2020-01-15',
    yesterday: '2020-01-14 2020-01-14',
    wtd: '2020-01-13 2020-01-15',
    mtd: '2020-01-01 2020-01-15',
    qtd: '2020-01-01 2020-01-15',
    last_week: '2020-01-06 2020-01-12',
    last_month: '2019-12-01 2019-12-31',
    last_quarter: '2019-10-01 2019-12-31',
    last_year: '2019-01-01 2019-12-31',
    '2019-02-28,2020-02-29': '2019-02-28 2020-02-29',
    '24h': null,
    all_time: null,
    nonsense: null,
  }
  for (const [range, wanted] of Object.entries(cases)) t.equal(days(range), wanted, range)
  t.equal(days('1m', '2023-03-31'), '2023-03-01 2023-03-31')
  t.equal(days('1y', '2024-02-29'), '2023-03-01 2024-02-29')
  t.equal(days('last_quarter', '2020-06-30'), '2020-01-01 2020-03-31')
  t.equal(days('last_week', '2020-01-15', 'sunday'), '2020-01-05 2020-01-11')
  t.end()
})

t.test('incomplete buckets', (t) => {
  const now = at('2024-01-17T10:00:00')
  const cuts = (dates: readonly string[], range: string, given = now) =>
    cutBuckets(dates, { grain: '', span: spanOf(range, given, 'monday'), now: given }).map(
      ({ index, why }) => `${index} ${why}`,
    )
  t.strictSame(cuts(['2024-01-15', '2024-01-16', '2024-01-17'], '3d'), ['2 now'])
  t.strictSame(cuts(['2024-01-15', '2024-01-16'], '2024-01-15,2024-01-16'), [], 'days that are over')
  t.strictSame(cuts(['2024-01-01', '2024-01-08', '2024-01-15'], '14d'), ['0 begins', '2 now'])
  t.strictSame(
    cuts(['2023-11-27', '2023-12-04', '2023-12-11', '2023-12-18', '2023-12-25'], 'last_month'),
    ['0 begins'],
    'December 2023 ends on a Sunday',
  )
  t.strictSame(
    cuts(['2023-12-04', '2023-12-11'], '2023-12-04,2023-12-15'),
    ['1 ends'],
    'a range that ends in a week',
  )
  t.strictSame(cuts(['2023-12-01', '2024-01-01'], 'all_time'), ['1 now'])
  t.strictSame(
    cuts(['2024-01-17T07:00:00Z', '2024-01-17T08:00:00Z', '2024-01-17T09:00:00Z'], '3h', now + 1_800_000),
    ['0 begins'],
  )
  t.equal(cutNote([], 'daily'), null)
  t.match(cutNote([{ index: 2, why: 'now' }], 'weekly'), /the last week is not over/)
  t.equal(grainOfDates(['2024-01-01', '2024-02-01', '2024-03-01']), 'monthly')
  t.equal(grainOfDates(['2024-01-01', '2024-04-01']), 'quarterly')
  t.equal(
    grainOfDates(['2024-03-31T01:00:00+01:00', '2024-03-31T03:00:00+02:00', '2024-03-31T04:00:00+02:00']),
    'hourly',
  )
  t.equal(bucketEnd(at('2024-01-31T00:00:00'), 'daily'), at('2024-02-01T00:00:00'))
  t.equal(bucketEnd(at('2024-02-01T00:00:00'), 'monthly'), at('2024-03-01T00:00:00'))
  t.end()
})

t.test('a zoom has whole buckets, within the range of the view', (t) => {
  const days = ['2024-01-15', '2024-01-16', '2024-01-17']
  t.equal(zoomRange(days, 0, 1, null), '2024-01-15,2024-01-16')
  const weeks = ['2024-01-01', '2024-01-08', '2024-01-15']
  const span = (range: string): Span | null => spanOf(range, at('2024-02-01T10:30:00'), 'monday')
  const within = span('2024-01-03,2024-01-17')
  t.equal(zoomRange(weeks, 1, 1, within), '2024-01-08,2024-01-14')
  t.equal(zoomRange(weeks, 0, 2, within), '2024-01-03,2024-01-17', 'not beyond the range')
  t.equal(
    zoomRange(['2024-01-31T22:00:00Z', '2024-01-31T23:00:00Z'], 0, 1, null),
    '2024-01-31T22:00,2024-02-01T00:00',
  )
  const hours = ['2024-01-31T22:00:00+01:00', '2024-01-31T23:00:00+01:00', '2024-02-01T00:00:00+01:00']
  t.equal(zoomRange(hours, 1, 1, null), '2024-01-31T23:00,2024-02-01T00:00', 'by the clocks of the query')
  t.equal(
    zoomRange(hours, 0, 2, span('2024-01-31T22:15,2024-02-01T00:30')),
    '2024-01-31T22:15,2024-02-01T00:30',
    'not beyond a range of times',
  )
  t.equal(
    zoomRange(days, 0, 0, span('2024-01-15T10:00,2024-01-17T00:00')),
    '2024-01-15T10:00,2024-01-16T00:00',
  )
  t.equal(zoomRange(['2024-01-01', '2024-02-01'], 1, 1, null), '2024-02-01,2024-02-29')
  t.equal(rangeBefore(zoomText('2024-01-01,2024-01-02', '30d'), '2024-01-01,2024-01-02'), '30d')
  t.equal(rangeBefore(zoomText('2024-01-01,2024-01-02', '30d'), '7d'), null, 'another range was chosen since')
  t.equal(rangeBefore(null, '7d'), null)
  t.end()
})

t.test('incomplete cohorts and periods of retention', (t) => {
  const now = at('2024-01-17T10:00:00')
  const bounds = boundsOf('14d', now, 'monday')
  t.equal(isOpen('2024-01-08', 0, 'weekly', bounds), false)
  t.equal(isOpen('2024-01-08', 1, 'weekly', bounds), true)
  t.equal(isOpen('2024-01-15', 0, 'weekly', bounds), true, 'the cohort of this week')
  t.match(missing('2024-01-15', 'weekly', bounds), /not over/)
  t.match(missing('2024-01-01', 'weekly', bounds), /begins within/)
  t.equal(missing('2024-01-08', 'weekly', bounds), null)
  const ended = boundsOf('2024-01-01,2024-01-14', now, 'monday')
  t.equal(
    isOpen('2024-01-01', 1, 'weekly', ended),
    false,
    'a range that ends with a week leaves nothing open',
  )
  t.equal(isOpen('2024-01-01', 2, 'weekly', ended), true)
  const cohorts = {
    averages: [1, 0.5, 0.25],
    cohorts: [
      { cohort_date: '2024-01-01', retention: [1, 0.5, 0.25] },
      { cohort_date: '2024-01-08', retention: [1, 0.5] },
      { cohort_date: '2024-01-15', retention: [1] },
    ],
  }
  t.equal(firstOpen(cohorts, 'weekly', bounds), 2)
  t.end()
})
