import t from 'tap'
import { pageCode } from './page-code.js'

type Start = 'monday' | 'sunday' | 'saturday'

interface Grid {
  addDays(date: string, days: number): string
  addMonths(date: string, months: number): string
  weeksOf(month: string, weekStart: Start): readonly (readonly string[])[]
}

const { addDays, addMonths, weeksOf } = await pageCode<Grid>('question/month-grid.ts')

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
