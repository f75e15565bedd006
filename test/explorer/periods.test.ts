import t from 'tap'
import { pageCode } from './page-code.js'

type Start = 'monday' | 'sunday' | 'saturday'

interface Ranges {
  readonly before: string
  readonly after: string
}

interface Days {
  readonly from: string
  readonly to: string
}

interface Periods {
  bucketAndBefore(date: string, grain: string, weekStart: Start): Ranges
  lastAndBefore(date: string, grain: string, weekStart: Start, today: string): Ranges
  weekAndBefore(today: string): Ranges
  coverOf(a: Days, b: Days): string | null
}

const { bucketAndBefore, lastAndBefore, weekAndBefore, coverOf } =
  await pageCode<Periods>('question/periods.ts')

t.test('a bucket and the one before', (t) => {
  const pair = (date: string, grain: string, weekStart: Start = 'monday') =>
    Object.values(bucketAndBefore(date, grain, weekStart)).sort()
  t.strictSame(pair('2024-03-01', 'daily'), ['2024-02-29,2024-02-29', '2024-03-01,2024-03-01'])
  t.strictSame(
    pair('2024-03-01T13:00:00+01:00', 'hourly'),
    ['2024-02-29,2024-02-29', '2024-03-01,2024-03-01'],
    'an hour is explained by its day',
  )
  t.strictSame(pair('2024-03-04', 'weekly'), ['2024-02-26,2024-03-03', '2024-03-04,2024-03-10'])
  t.strictSame(pair('2024-03-03', 'weekly', 'sunday'), ['2024-02-25,2024-03-02', '2024-03-03,2024-03-09'])
  t.strictSame(pair('2024-03-01', 'monthly'), ['2024-02-01,2024-02-29', '2024-03-01,2024-03-31'])
  t.strictSame(pair('2024-01-01', 'quarterly'), ['2023-10-01,2023-12-31', '2024-01-01,2024-03-31'])
  t.strictSame(pair('2024-01-01', 'yearly'), ['2023-01-01,2023-12-31', '2024-01-01,2024-12-31'])
  t.end()
})

t.test('the last bucket that is over', (t) => {
  const after = (date: string, grain: string, today: string): string =>
    lastAndBefore(date, grain, 'monday', today).after
  t.equal(after('2024-03-05', 'daily', '2024-03-05'), '2024-03-04,2024-03-04', 'today is not over')
  t.equal(after('2024-01-31', 'daily', '2024-03-05'), '2024-01-31,2024-01-31', 'a range of the past')
  t.equal(after('2024-03-04', 'weekly', '2024-03-10'), '2024-02-26,2024-03-03', 'Sunday is not over')
  t.equal(after('2024-03-04', 'weekly', '2024-03-11'), '2024-03-04,2024-03-10')
  t.equal(after('2024-03-01', 'monthly', '2024-03-31'), '2024-02-01,2024-02-29')
  t.strictSame(weekAndBefore('2024-03-15'), {
    before: '2024-03-01,2024-03-07',
    after: '2024-03-08,2024-03-14',
  })
  t.end()
})

t.test('the range over both', (t) => {
  const days = (from: string, to: string): Days => ({ from, to })
  t.equal(
    coverOf(days('2024-03-08', '2024-03-14'), days('2024-03-01', '2024-03-07')),
    '2024-03-01,2024-03-14',
  )
  const hours = days('2024-03-08T01:00:00.000Z', '2024-03-09T01:00:00.000Z')
  t.equal(coverOf(hours, days('2024-03-01', '2024-03-07')), null)
  t.end()
})
