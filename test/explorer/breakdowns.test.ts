import t from 'tap'
import { pageCode } from './page-code.js'

interface Breakdowns {
  readBreakdown(text: string): { readonly fields: readonly object[]; readonly top: number | null }
  breakdownText(breakdown: object): string
  breakdownFields(text: string): object
  breakdownParameters(text: string): readonly (readonly [string, string])[]
  breakdownName(text: string): string
  typedBins(text: string): number | readonly number[] | null
}

interface Dimensions {
  dimensionKey(point: object): string
  dimensionName(key: string): string
  dimensionFields(key: string): object
  dimensionParameters(key: string | null): object
}

interface Pivots {
  pivotOf(points: readonly object[], date: string | null): object | null
  pivotDate(asked: string, dates: readonly string[], kind: string): string | null
  pivotSheet(name: string, fields: readonly string[], pivot: object): object
}

const links = await pageCode<Breakdowns>('question/breakdown.ts')
const dimension = await pageCode<Dimensions>('data/dimension.ts')
const pivots = await pageCode<Pivots>('charts/pivot.ts')

t.test('a breakdown of an address', (t) => {
  const { readBreakdown, breakdownText, breakdownFields, breakdownParameters, breakdownName } = links
  t.strictSame(readBreakdown(''), { fields: [], top: null })
  t.strictSame(readBreakdown('country'), { fields: [{ field: 'country' }], top: null }, 'links of today')
  t.strictSame(breakdownFields('country'), { breakdown: 'country' })
  for (const text of [
    '',
    'properties.plan',
    '["country","properties.plan"]',
    '[{"field":"amount","bins":[0,10]}]',
    '["country",{"field":"timestamp","unit":"month"}]',
    '{"fields":["country"],"top":10}',
    '["[odd"]',
  ])
    t.equal(breakdownText(readBreakdown(text)), text)
  for (const text of ['[', '{}', '[1]', '["a","b","c","d"]', '{"fields":"a"}'])
    t.strictSame(readBreakdown(text).fields, [], text)
  const text = '{"fields":["country",{"field":"properties.amount","bins":10}],"top":5}'
  const breakdowns = ['country', { field: 'properties.amount', bins: 10 }]
  t.strictSame(breakdownFields(text), { breakdowns, breakdown_limit: 5 })
  t.strictSame(breakdownParameters(text), [
    ['breakdowns', JSON.stringify(breakdowns)],
    ['breakdown_limit', '5'],
  ])
  t.strictSame(breakdownParameters(''), [])
  t.equal(breakdownName(text), 'country × amount (bins)')
  t.end()
})

t.test('typed bins', (t) => {
  const { typedBins } = links
  t.equal(typedBins('10'), 10)
  t.strictSame(typedBins('-1, 0,2.5'), [-1, 0, 2.5])
  for (const text of ['', '0', '101', '1.5', '1,', 'x', '2,1', '1,1']) t.equal(typedBins(text), null, text)
  t.end()
})

t.test('the key of a dimension', (t) => {
  const { dimensionKey, dimensionName, dimensionFields, dimensionParameters } = dimension
  const one = dimensionKey({ dimension: 'a / b' })
  t.strictSame([dimensionName(one), dimensionFields(one)], ['a / b', { dimension: 'a / b' }])
  const two = dimensionKey({ dimension: 'a / b / c', dimensions: ['a / b', 'c'] })
  t.strictSame([dimensionName(two), dimensionFields(two)], ['a / b / c', { dimensions: ['a / b', 'c'] }])
  t.not(two, dimensionKey({ dimension: 'a / b / c', dimensions: ['a', 'b / c'] }))
  t.equal(dimensionName(dimensionKey({ dimensions: ['(other)', '(other)'] })), '(other)')
  t.strictSame(dimensionParameters(two), { dimensions: '["a / b","c"]' })
  t.strictSame(dimensionParameters(null), {})
  t.end()
})

t.test('a pivot', (t) => {
  const { pivotOf, pivotDate, pivotSheet } = pivots
  const point = (date: string, value: number, ...dimensions: string[]) => ({ date, value, dimensions })
  const points = [
    point('d1', 3, 'DE', 'pro'),
    point('d1', 1, 'FR', 'pro'),
    point('d1', 2, 'DE', 'free'),
    point('d2', 10, 'DE', 'pro'),
  ]
  const sums = pivotOf(points, null)
  t.match(sums, {
    columns: ['pro', 'free'],
    rows: [
      { values: ['DE'], cells: [{ value: 13 }, { value: 2 }] },
      { values: ['FR'], cells: [{ value: 1 }, null] },
    ],
  })
  t.match(pivotOf(points, 'd2'), { columns: ['pro'], rows: [{ values: ['DE'], cells: [{ value: 10 }] }] })
  t.equal(pivotOf([{ date: 'd1', value: 1, dimension: 'DE' }], null), null)
  t.strictSame(pivotSheet('trends', ['country', 'plan'], sums ?? {}), {
    name: 'trends',
    columns: ['country', 'pro', 'free'],
    rows: [
      ['DE', 13, 2],
      ['FR', 1, null],
    ],
  })
  t.equal(pivotDate('', ['d1', 'd2'], 'count'), null)
  t.equal(pivotDate('', ['d1', 'd2'], 'distinct'), 'd2')
  t.equal(pivotDate('d1', ['d1', 'd2'], 'count'), 'd1')
  t.end()
})
