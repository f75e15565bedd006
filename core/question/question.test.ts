import t from 'tap'
import { column, property, ServiceError } from '../../contract/index.js'
import { compareQuestion, type QuestionInput } from './question.js'
import { ask, at, iso } from './test-ask.js'
import type { AskedQuestion } from '../../contract/index.js'
import { zoneOf } from './zone.js'

/** Returns the path and message of the 422 that this must throw. */
function refusal(input: Partial<QuestionInput>): string {
  try {
    ask(input)
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422)
      return `${error.details[0]?.path ?? ''}: ${error.message}`
    throw error
  }
  throw new Error(`not refused: ${JSON.stringify(input)}`)
}

t.test('what is no range, granularity, zone or breakdown is refused by name', (t) => {
  const ranges = [
    '',
    '7',
    'd',
    '0d',
    '0h',
    '-1d',
    '1.5d',
    '07d',
    '7D',
    ' 7d',
    '7d ',
    '7x',
    '1d2',
    'Today',
    'last_day',
  ]
  const dates = [
    '2020-01-05,2020-01-04',
    '2020-02-30,2020-03-01',
    '2020-13-01,2020-13-02',
    '2020-1-1,2020-1-2',
    '2020-01-01',
  ]
  const more = [
    ',',
    '2020-01-01,',
    '2020-01-01,2020-01-02,2020-01-03',
    '2020-01-01, 2020-01-02',
    '0000-01-01,2020-01-01',
  ]
  const far = [
    '9999999d',
    '99999999999999999999999d',
    '400y',
    '9999999h',
    '1899-12-31,2020-01-01',
    '__proto__',
    'constructor',
  ]
  for (const range of [...ranges, ...dates, ...more, ...far])
    t.match(refusal({ range, granularity: 'yearly' }), /^range: /, range)
  t.match(refusal({ range: '2020-02-30,2020-03-01' }), /2020-02-30/)
  for (const granularity of ['', 'Daily', 'days', 'decade', 'constructor'])
    t.match(refusal({ granularity }), /^granularity: .*minute, hourly, daily/, granularity)
  for (const timezone of [
    '',
    'Mars/Olympus',
    '+05:30',
    'GMT+1',
    'Europe/Berlin ',
    'a'.repeat(100),
    '__proto__',
    'Z',
  ])
    t.match(refusal({ timezone }), /^timezone: .*Europe\/Berlin/, timezone)
  for (const breakdownLimit of [0, 1001, 1.5, NaN])
    t.match(refusal({ breakdown: 'country', breakdownLimit }), /^breakdown_limit: /)
  t.match(refusal({ breakdown: 'timestamp' }), /^breakdown: /)
  t.match(
    refusal({ breakdown: 'seq', source: 'logs' }),
    /^breakdown: unknown field "seq"; use one of timestamp, level/,
  )
  t.end()
})

t.test('more than 10,000 buckets are refused, 10,000 are not', (t) => {
  t.equal(ask({ range: '10000d' }).labels.length, 10_000)
  t.match(refusal({ range: '10001d' }), /^range: .*10000 buckets at granularity daily/)
  t.equal(ask({ range: '9999h', granularity: 'hourly' }).labels.length, 10_000, 'both ends are cut hours')
  t.match(refusal({ range: '10000h', granularity: 'hourly' }), /^range: /)
  t.match(refusal({ range: '8d', granularity: 'minute' }), /^range: /)
  t.match(
    refusal({ range: '1900-01-01,9999-12-31', granularity: 'minute', timezone: 'Europe/Berlin' }),
    /^range: /,
  )
  t.match(refusal({ range: '2000-01-01,9999-12-31' }), /^range: /, 'future ones too')
  t.match(refusal({ range: 'all_time', earliest: 0 }), /^range: /)
  t.equal(ask({ range: 'all_time', earliest: 0, granularity: 'weekly' }).labels[0], '1969-12-29')
  t.end()
})

t.test('a granularity cuts the range; labels are the starts of whole periods', (t) => {
  const labels = (range: string, granularity: string): readonly string[] => ask({ range, granularity }).labels
  t.strictSame(labels('2019-09-24,2020-01-02', 'monthly'), [
    '2019-09-01',
    '2019-10-01',
    '2019-11-01',
    '2019-12-01',
    '2020-01-01',
  ])
  t.strictSame(labels('2020-01-02,2020-01-03', 'weekly'), ['2019-12-30'])
  t.strictSame(labels('2019-02-14,2020-01-02', 'quarter'), [
    '2019-01-01',
    '2019-04-01',
    '2019-07-01',
    '2019-10-01',
    '2020-01-01',
  ])
  t.strictSame(labels('2018-05-05,2019-05-05', 'year'), ['2018-01-01', '2019-01-01'])
  t.strictSame(labels('2020-01-03,2020-01-05', 'day'), ['2020-01-03', '2020-01-04', '2020-01-05'])
  const cut = ask({ range: '2020-01-02,2020-01-09', granularity: 'week' }).question
  t.strictSame(cut.edges.map(iso), [
    '2020-01-02T00:00:00.000Z',
    '2020-01-06T00:00:00.000Z',
    '2020-01-10T00:00:00.000Z',
  ])
  t.equal(cut.grain, 'weekly')
  t.equal(labels('2020-01-03,2020-01-03', 'hourly').length, 24)
  t.equal(labels('2020-01-03,2020-01-03', 'minute').at(-1), '2020-01-03T23:59:00Z')
  t.end()
})

t.test('buckets that start after now are not there', (t) => {
  const month = ask({ range: '2020-01-13,2020-01-31' })
  t.strictSame(month.labels, ['2020-01-13', '2020-01-14', '2020-01-15'])
  t.equal(iso(month.question.range.to), '2020-01-16T00:00:00.000Z')
  t.strictSame(month.period, { kind: 'calendar', from: '2020-01-13', to: '2020-01-31' })
  t.equal(compareQuestion(month, 'previous').labels.length, 19, 'the uncut range is compared')
  t.equal(ask({ range: 'today', granularity: 'hourly' }).labels.at(-1), '2020-01-15T12:00:00Z')
  t.equal(iso(ask({ range: 'ytd', granularity: 'monthly' }).question.range.to), '2020-01-16T00:00:00.000Z')
  const midnight = ask({ range: '2020-01-14,2020-01-31', now: at('2020-01-16T00:00:00Z') })
  t.equal(midnight.labels.at(-1), '2020-01-16', 'one that starts now is there')
  const future = ask({ range: '2020-01-16,2020-01-31' })
  t.strictSame([future.labels, future.question.edges], [[], []])
  t.equal(future.question.range.from, future.question.range.to)
  t.strictSame(
    ask({ range: '2020-01-16,2020-01-31', granularity: 'monthly' }).labels,
    [],
    'a whole month that began',
  )
  t.end()
})

t.test('breakdown and traits', (t) => {
  const condition = { path: 'conditions[0]', field: 'trait:plan', operator: null, value: 'pro', typed: false }
  const { question } = ask({ breakdown: 'trait:plan', breakdownLimit: 3, conditions: [condition, condition] })
  t.strictSame(question.breakdown, { label: column('trait:plan_label'), limit: 3 })
  t.strictSame(question.traits, [{ name: 'plan', prefix: 'trait:plan' }])
  t.strictSame(ask({ breakdown: 'properties.a.b' }).question.breakdown?.label, property('a.b', 'label'))
  t.strictSame(ask({ breakdown: 'x\0\uD800' }).question.breakdown?.label, property('x\uFFFD\uFFFD', 'label'))
  t.equal(ask({}).question.breakdown, null)
  t.match(refusal({ breakdown: 'x'.repeat(1001) }), /^breakdown: /)
  const named = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...condition, field: `trait:t${n}` }))
  t.equal(ask({ conditions: named(20) }).question.traits.length, 20)
  t.match(refusal({ conditions: named(21) }), /^conditions: a query may use at most 20 different traits/)
  t.ok(Object.isFrozen(question) && Object.isFrozen(question.edges) && Object.isFrozen(question.range))
  t.end()
})

t.test('names of zones', (t) => {
  t.equal(ask({ range: '1h', granularity: 'hourly', timezone: 'Etc/UTC' }).labels[0]?.at(-1), 'Z')
  t.equal(
    ask({ range: '1h', granularity: 'hourly', timezone: 'europe/berlin' }).labels[0],
    '2020-01-15T12:00:00+01:00',
  )
  t.equal(
    ask({ range: '1h', granularity: 'hourly', timezone: 'Europe/London' }).labels[0],
    '2020-01-15T11:00:00+00:00',
  )
  t.equal(zoneOf('Asia/Kolkata').offsetAt(0), 19_800_000)
  t.equal(zoneOf('Africa/Monrovia').offsetAt(0), -2_670_000, 'offsets of seconds')
  t.end()
})

t.test('the period before, and the days of the range', (t) => {
  const before = (range: string, granularity: string, timezone = 'UTC'): string[] => {
    const { from, to } = ask({ range, granularity, timezone }).question.before
    return [iso(from), iso(to)]
  }
  const range = '2020-01-08,2020-01-14'
  t.strictSame(before(range, 'daily'), ['2020-01-07T00:00:00.000Z', '2020-01-08T00:00:00.000Z'])
  t.strictSame(
    before(range, 'weekly'),
    ['2019-12-30T00:00:00.000Z', '2020-01-06T00:00:00.000Z'],
    'of a cut week, the whole one before',
  )
  t.strictSame(before(range, 'yearly'), ['2019-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'])
  t.strictSame(before(range, 'hourly'), ['2020-01-07T23:00:00.000Z', '2020-01-08T00:00:00.000Z'])
  t.strictSame(before('2h', 'hourly'), ['2020-01-15T09:00:00.000Z', '2020-01-15T10:00:00.000Z'])
  t.strictSame(
    before('2019-10-28,2019-10-28', 'daily', 'Europe/Berlin'),
    ['2019-10-26T22:00:00.000Z', '2019-10-27T23:00:00.000Z'],
    'a day of 25 hours',
  )
  t.strictSame(before('2019-03-31,2019-03-31', 'daily', 'Asia/Kolkata'), [
    '2019-03-29T18:30:00.000Z',
    '2019-03-30T18:30:00.000Z',
  ])
  t.strictSame(before('2031-01-01,2031-01-02', 'daily'), [
    '2030-12-31T00:00:00.000Z',
    '2031-01-01T00:00:00.000Z',
  ])

  const days = (asked: AskedQuestion): string[] => asked.question.days.map(iso)
  t.strictSame(days(ask({ range })), [], 'only where they are wanted')
  const weekly = ask({ range: '2020-01-11,2020-01-31', granularity: 'weekly', withDays: true })
  t.strictSame(
    days(weekly),
    ['11', '12', '13', '14', '15', '16'].map((day) => `2020-01-${day}T00:00:00.000Z`),
    'up to the day that runs, not to the end of the week',
  )
  t.equal(weekly.question.edges.length, 3)
  t.equal(days(compareQuestion(weekly, 'previous', true)).length, 22)
  const ahead = ask({ range: '2031-01-01,2031-01-02', withDays: true })
  t.equal(
    days(compareQuestion(ahead, '2020-01-06,2020-01-10', true)).length,
    6,
    'those of the compared period',
  )
  t.strictSame(days(ask({ range: '2031-01-01,2031-01-02', withDays: true })), [])
  t.end()
})
