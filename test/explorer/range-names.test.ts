import t from 'tap'
import { pageCode } from './page-code.js'

interface Names {
  rangeName(range: string): string
  rangeWords(range: string): string
}

const { rangeName, rangeWords } = await pageCode<Names>('question/range-name.ts')
const { autoGrain } = await pageCode<{ autoGrain(range: string): string }>('question/grain.ts')

t.test('names of ranges of times', (t) => {
  t.equal(rangeName('2024-01-31T22:00,2024-01-31T23:30'), '31 Jan 2024, 22:00 – 23:30')
  t.equal(rangeName('2024-01-31T22:00,2024-02-01T00:00'), '31 Jan 2024, 22:00 – 1 Feb 2024, 00:00')
  t.equal(rangeWords('2024-01-31T22:00,2024-01-31T23:30'), 'from 31 Jan 2024, 22:00 to 23:30')
  t.equal(rangeName('2024-01-31,2024-02-01'), '31 Jan 2024 – 1 Feb 2024')
  t.end()
})

t.test('the granularity of ranges of times', (t) => {
  t.equal(autoGrain('2024-01-31T22:00,2024-01-31T23:30'), 'minute')
  t.equal(autoGrain('2024-01-31T12:00,2024-02-01T12:00'), 'hourly')
  t.equal(autoGrain('2024-01-01T12:00,2024-02-01T12:00'), 'daily')
  t.end()
})
