import fc from 'fast-check'
import t from 'tap'
import { addMonths, civilOf, dayMs, dayOf, dayText, parseDay } from './calendar.js'
import { compareQuestion } from './question.js'
import { ask, at, iso, wednesday } from './test-ask.js'
import { needsEarliest } from './range.js'

const lastDays = at('9000-01-01T00:00:00Z')
/** The first and last day of a range, evaluated in the far future so that nothing is cut off. */
const days = (range: string, today: string, timezone = 'UTC', earliest: number | null = null): string => {
  const { period } = ask({ range, now: at(`${today}T12:00:00Z`), timezone, earliest, granularity: 'yearly' })
  return `${period.from} ${period.to}`
}

t.test('calendar arithmetic agrees with the platform and round-trips', (t) => {
  const day = fc.integer({ min: dayOf(1000, 1, 1), max: dayOf(9999, 12, 31) })
  fc.assert(
    fc.property(day, (one) => {
      const { year, month, day: ofMonth } = civilOf(one)
      return (
        dayText(one) === iso(one * dayMs).slice(0, 10) &&
        dayOf(year, month, ofMonth) === one &&
        parseDay(dayText(one)) === one
      )
    }),
  )
  t.equal(dayText(addMonths(dayOf(2024, 3, 31), -1)), '2024-02-29')
  t.equal(dayText(addMonths(dayOf(2024, 1, 31), -2)), '2023-11-30')
  t.equal(dayText(addMonths(dayOf(2023, 12, 31), 2)), '2024-02-29')
  t.end()
})

t.test('range words', (t) => {
  const cases: Record<string, string> = {
    '1d': '2020-01-15 2020-01-15',
    '7d': '2020-01-09 2020-01-15',
    '30d': '2019-12-17 2020-01-15',
    '90d': '2019-10-18 2020-01-15',
    '2w': '2020-01-02 2020-01-15',
    '1m': '2019-12-16 2020-01-15',
    '12m': '2019-01-16 2020-01-15',
    '1y': '2019-01-16 2020-01-15',
    today: '2020-01-15 2020-01-15',
    yesterday: '2020-01-14 2020-01-14',
    wtd: '2020-01-13 2020-01-15',
    mtd: '2020-01-01 2020-01-15',
    qtd: '2020-01-01 2020-01-15',
    ytd: '2020-01-01 2020-01-15',
    last_week: '2020-01-06 2020-01-12',
    last_month: '2019-12-01 2019-12-31',
    last_quarter: '2019-10-01 2019-12-31',
    last_year: '2019-01-01 2019-12-31',
    '2020-01-03,2020-01-03': '2020-01-03 2020-01-03',
    '2019-02-28,2020-02-29': '2019-02-28 2020-02-29',
  }
  for (const [range, wanted] of Object.entries(cases)) t.equal(days(range, '2020-01-15'), wanted, range)
  t.equal(days('1m', '2023-03-31'), '2023-03-01 2023-03-31', 'a month back from the 31st of March')
  t.equal(days('1m', '2024-03-31'), '2024-03-01 2024-03-31')
  t.equal(days('1y', '2024-02-29'), '2023-03-01 2024-02-29')
  t.equal(days('wtd', '2020-01-13'), '2020-01-13 2020-01-13', 'on a Monday')
  t.equal(days('wtd', '2020-01-19'), '2020-01-13 2020-01-19', 'on a Sunday')
  t.equal(days('qtd', '2020-06-30'), '2020-04-01 2020-06-30')
  t.equal(days('last_quarter', '2020-06-30'), '2020-01-01 2020-03-31')
  t.equal(days('all_time', '2020-01-15', 'UTC', at('2019-12-31T23:00:00Z')), '2019-12-31 2020-01-15')
  t.equal(days('all_time', '2020-01-15', 'Asia/Tokyo', at('2019-12-31T23:00:00Z')), '2020-01-01 2020-01-15')
  t.equal(days('all_time', '2020-01-15'), '2020-01-15 2020-01-15', 'nothing stored: today')
  t.equal(
    days('all_time', '2020-01-15', 'UTC', lastDays),
    '2020-01-15 2020-01-15',
    'only future events: today',
  )
  t.equal(needsEarliest('all_time'), true)
  t.equal(needsEarliest('30d'), false)
  t.equal(
    ask({ range: 'today', now: at('2020-01-15T20:00:00Z'), timezone: 'Asia/Tokyo' }).labels[0],
    '2020-01-16',
  )
  t.end()
})

t.test('rolling hours are instants', (t) => {
  const { question, labels, period } = ask({ range: '2h', granularity: 'hour' })
  t.strictSame(question.range, { from: wednesday - 2 * 3_600_000, to: wednesday })
  t.strictSame(question.edges.map(iso), [
    '2020-01-15T10:34:56.789Z',
    '2020-01-15T11:00:00.000Z',
    '2020-01-15T12:00:00.000Z',
    '2020-01-15T12:34:56.789Z',
  ])
  t.strictSame(labels, ['2020-01-15T10:00:00Z', '2020-01-15T11:00:00Z', '2020-01-15T12:00:00Z'])
  t.strictSame(period, { kind: 'rolling', ...question.range })
  const previous = compareQuestion(ask({ range: '2h', granularity: 'hour' }), 'previous')
  t.strictSame(previous.question.range, { from: wednesday - 4 * 3_600_000, to: wednesday - 2 * 3_600_000 })
  t.strictSame(ask({ range: '48h', granularity: 'daily' }).labels, ['2020-01-13', '2020-01-14', '2020-01-15'])
  const leap = compareQuestion(ask({ range: '24h', now: at('2024-02-29T12:00:00Z') }), 'yoy').question.range
  t.strictSame([iso(leap.from), iso(leap.to)], ['2023-02-27T12:00:00.000Z', '2023-02-28T12:00:00.000Z'])
  const zoned = ask({ range: '1h', now: at('2024-03-31T12:00:00Z'), timezone: 'Europe/Berlin' })
  t.equal(
    iso(compareQuestion(zoned, 'yoy').question.range.to),
    '2023-03-31T12:00:00.000Z',
    'the same wall clock',
  )
  t.end()
})

t.test('ranges of times', (t) => {
  const bounds = (range: string, timezone = 'UTC'): string => {
    const { period } = ask({ range, now: at('2030-01-01T00:00:00Z'), timezone, granularity: 'hour' })
    return period.kind === 'rolling' ? `${iso(period.from)} ${iso(period.to)}` : 'days'
  }
  t.equal(bounds('2020-01-15T10:30,2020-01-15T14:00'), '2020-01-15T10:30:00.000Z 2020-01-15T14:00:00.000Z')
  t.equal(
    bounds('2020-01-15T10:30:15,2020-01-15T10:30:15.25'),
    '2020-01-15T10:30:15.000Z 2020-01-15T10:30:15.250Z',
  )
  t.equal(
    bounds('2020-07-15T10:00,2020-07-15T11:00', 'Europe/Berlin'),
    '2020-07-15T08:00:00.000Z 2020-07-15T09:00:00.000Z',
    'the clocks of the zone',
  )
  t.equal(
    bounds('2020-07-15T10:00Z,2020-07-15T11:00Z', 'Europe/Berlin'),
    '2020-07-15T10:00:00.000Z 2020-07-15T11:00:00.000Z',
  )
  t.equal(
    bounds('2024-03-31T02:30,2024-03-31T04:00', 'Europe/Berlin'),
    '2024-03-31T01:00:00.000Z 2024-03-31T02:00:00.000Z',
    'a time that was skipped is the first after the gap',
  )
  t.strictSame(
    ask({ range: '2020-01-15T10:30,2020-01-15T12:00', now: at('2030-01-01T00:00:00Z'), granularity: 'hour' })
      .labels,
    ['2020-01-15T10:00:00Z', '2020-01-15T11:00:00Z'],
  )
  const rejected = (range: string, message: RegExp): void => {
    t.throws(() => ask({ range, granularity: 'hour' }), {
      code: 'VALIDATION_ERROR',
      message,
      details: [{ path: 'range' }],
    })
  }
  rejected('2020-01-15T10:00,2020-01-15T10:00', /^range must end \(2020-01-15T10:00\) after it starts/)
  rejected('2020-01-15T10:00,2020-01-15', /must be two times, .*; "2020-01-15" is not a time$/)
  rejected('2020-01-15,2020-01-15T10:00', /"2020-01-15" is not a time$/)
  rejected('2020-01-15T24:00,2020-01-16T10:00', /"2020-01-15T24:00" is not a time$/)
  rejected('2020-02-30T10:00,2020-03-01T10:00', /"2020-02-30T10:00" is not a time$/)
  rejected('2020-01-15T10,2020-01-15T11', /must be two dates, .*; "2020-01-15T10" is not a date$/)
  rejected('2020-01-15T10:00+01:00,2020-01-15T11:00+01:00', /is not a date$/)
  rejected('1899-12-31T23:00,2020-01-01T00:00', /^range must not start before 1900-01-01$/)
  t.end()
})

t.test('comparison periods', (t) => {
  const compared = (range: string, compare: string, now = '2030-06-01'): string => {
    const asked = ask({ range, now: at(`${now}T12:00:00Z`), granularity: 'monthly', breakdown: 'country' })
    const other = compareQuestion(asked, compare)
    const { range: r, edges: e, filter: f, before: b, ...rest } = other.question
    const { range: r2, edges: e2, filter: f2, before: b2, ...asBefore } = asked.question
    t.strictSame([rest, f], [asBefore, f2], 'all else is asked alike')
    t.ok(b.to <= r.from && b2.to <= r2.from, 'the period before is its own')
    t.ok(compare !== 'previous' || r.to === r2.from || e2.length === 0, 'ends where the range starts')
    t.equal(e.length, other.labels.length + 1)
    return `${other.period.from} ${other.period.to}`
  }
  t.equal(compared('2020-01-15,2020-01-19', 'previous'), '2020-01-10 2020-01-14')
  t.equal(compared('2020-03-01,2020-03-31', 'previous'), '2020-01-30 2020-02-29')
  t.equal(compared('2024-02-29,2024-02-29', 'yoy'), '2023-02-28 2023-02-28')
  t.equal(compared('2024-02-01,2024-02-29', 'yoy'), '2023-02-01 2023-02-28')
  t.equal(compared('2023-02-01,2023-02-28', 'yoy'), '2022-02-01 2022-02-28')
  t.equal(compared('7d', 'previous', '2020-01-15'), '2020-01-02 2020-01-08')
  t.equal(compared('mtd', 'yoy', '2020-01-15'), '2019-01-01 2019-01-15')
  t.equal(
    compared('mtd', '2019-12-24,2020-01-06', '2020-01-15'),
    '2019-12-24 2020-01-06',
    'a length of its own',
  )
  const hours = compareQuestion(ask({ range: '2h', granularity: 'hour' }), '2020-01-13,2020-01-13')
  t.equal(hours.labels.length, 24, 'hours can be compared with a day')
  const times = compareQuestion(
    ask({ range: '2h', granularity: 'hour' }),
    '2020-01-13T10:00,2020-01-13T13:00',
  )
  t.equal(times.labels.length, 3)
  const rejected = (compare: string, message: RegExp, granularity = 'daily'): void => {
    const asked = ask({ range: '1d', granularity, withDays: true })
    t.throws(() => compareQuestion(asked, compare, true), {
      code: 'VALIDATION_ERROR',
      message,
      details: [{ path: 'compare' }],
    })
  }
  rejected(
    'last',
    /^unknown compare "last"; use one of previous, yoy, <start>,<end> as YYYY-MM-DD or YYYY-MM-DDTHH:MM$/,
  )
  rejected('2020-01-01,', /^compare must be two dates, YYYY-MM-DD,YYYY-MM-DD; "" is not a date$/)
  rejected('2020-01-01,2020-02-30', /"2020-02-30" is not a date$/)
  rejected('2020-01-02,2020-01-01', /^compare ends \(2020-01-01\) before it starts \(2020-01-02\)$/)
  rejected('1899-12-31,2020-01-01', /^compare must not start before 1900-01-01$/)
  rejected('1980-01-01,2019-12-31', /^compare has more than 10000 buckets at granularity daily/)
  rejected('1900-01-01,2019-12-31', /^compare has more than \d+ buckets at granularity minute/, 'minute')
  const ages = ask({ range: '1900-01-01,9999-12-31', granularity: 'yearly' })
  t.throws(() => compareQuestion(ages, 'previous'), {
    code: 'VALIDATION_ERROR',
    details: [{ path: 'compare' }],
  })
  t.end()
})
