import t from 'tap'
import { pageCode } from './page-code.js'

type Start = 'monday' | 'sunday' | 'saturday'

interface Grid {
  addDays(date: string, days: number): string
  addMonths(date: string, months: number): string
  shiftMonths(date: string, months: number): string
  countDays(from: string, to: string): number
  dateAfter(
    key: string,
    date: string,
    how: { readonly weekStart: Start; readonly withShift: boolean },
  ): string | undefined
  weeksOf(month: string, weekStart: Start): readonly (readonly string[])[]
}

interface Names {
  rangeName(range: string): string
  rangeWords(range: string): string
}

interface Totals {
  totalWords(total: Readonly<Record<string, string>>): string
}

const { addDays, addMonths, shiftMonths, countDays, dateAfter, weeksOf } =
  await pageCode<Grid>('question/month-grid.ts')
const { rangeName, rangeWords } = await pageCode<Names>('question/range-name.ts')
const { totalWords } = await pageCode<Totals>('charts/total-words.ts')

t.test('a month by weeks from each weekday', (t) => {
  const march = (weekStart: Start) => {
    const weeks = weeksOf('2024-03-15', weekStart)
    return [weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]
  }
  t.strictSame(march('monday'), [5, '2024-02-26', '2024-03-31'])
  t.strictSame(march('sunday'), [6, '2024-02-25', '2024-04-06'])
  t.strictSame(march('saturday'), [6, '2024-02-24', '2024-04-05'])
  t.strictSame(weeksOf('2015-02-10', 'sunday').length, 4, 'February from a Sunday to a Saturday')
  t.equal(addDays('2024-02-28', 2), '2024-03-01')
  t.equal(addMonths('2024-01-31', 1), '2024-02-01')
  t.equal(addMonths('2024-01-31', -1), '2023-12-01')
  t.end()
})

t.test('every day of a month once, also where clocks are changed', (t) => {
  for (const month of ['2024-03-01', '2024-10-01', '2024-02-01'])
    for (const start of ['monday', 'sunday', 'saturday'] as const) {
      const days = weeksOf(month, start).flat()
      t.equal(new Set(days).size, days.length)
      for (const [index, date] of days.slice(1).entries()) t.equal(date, addDays(days[index] ?? '', 1))
    }
  t.equal(countDays('2024-03-30', '2024-04-01'), 3)
  t.end()
})

t.test('the keys of a calendar', (t) => {
  const after = (key: string, date: string, withShift = false, weekStart: Start = 'monday') =>
    dateAfter(key, date, { weekStart, withShift })
  t.equal(after('ArrowRight', '2024-02-29'), '2024-03-01')
  t.equal(after('ArrowUp', '2024-03-05'), '2024-02-27')
  t.equal(after('Home', '2024-03-14'), '2024-03-11')
  t.equal(after('End', '2024-03-14'), '2024-03-17')
  t.equal(after('Home', '2024-03-14', false, 'sunday'), '2024-03-10')
  t.equal(after('PageDown', '2024-01-31'), '2024-02-29', 'the last day of a shorter month')
  t.equal(after('PageUp', '2024-03-31'), '2024-02-29')
  t.equal(after('PageUp', '2024-02-29', true), '2023-02-28', 'with Shift by years')
  t.equal(after('Tab', '2024-02-29'), undefined)
  t.equal(shiftMonths('2023-12-31', 2), '2024-02-29')
  t.end()
})

t.test('ranges and totals in words', (t) => {
  t.equal(rangeName('30d'), 'Last 30 days')
  t.equal(rangeName('1w'), 'Last 1 week', 'last week is a week of the calendar')
  t.equal(rangeName('2024-01-01,2024-01-05'), '1 Jan 2024 – 5 Jan 2024')
  t.equal(rangeWords('30d'), 'in 30 days')
  t.equal(rangeWords('1d'), 'in 1 day')
  t.equal(rangeWords('last_month'), 'last month')
  t.equal(rangeWords('2024-01-01,2024-01-01'), 'on 1 Jan 2024')
  t.equal(rangeWords(''), '')
  t.equal(totalWords({ unit: 'users', kind: 'distinct', range: '30d' }), 'distinct people in 30 days')
  t.equal(
    totalWords({ unit: 'users', kind: 'distinct', range: '30d', actor: 'device' }),
    'distinct devices in 30 days',
  )
  t.equal(totalWords({ unit: 'events', kind: 'count', range: 'today' }), 'events today')
  t.equal(totalWords({ unit: '', kind: 'value', range: '7d' }), 'in 7 days')
  t.end()
})
