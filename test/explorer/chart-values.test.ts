import t from 'tap'
import { pageCode } from './page-code.js'

type Values = readonly (number | null)[]

interface ValueCode {
  shares(lines: readonly Values[]): readonly Values[]
  movingAverage(values: Values, buckets: number): Values
  positive(values: Values): Values
  decades(low: number | null, high: number | null): [number, number]
}

interface Options {
  readonly scale: string
  readonly stack: string
  readonly smooth: string
}

interface OptionCode {
  chartText(look: string, options: Options): string
  readChart(text: string): { readonly look: string; readonly options: Options }
  chartName(text: string): string
}

interface ScaleCode {
  stackingOf(stack: boolean, look: string, options: { readonly stack: string }): string
  drawnValues(
    lines: readonly Values[],
    stacking: string,
    isLog: boolean,
  ): { readonly tops: readonly Values[] }
  valueRange(low: number | null, high: number | null, how?: object): [number, number]
}

interface BucketCode {
  bucketsWithin(xs: readonly number[], from: number, to: number): readonly [number, number]
  cutTails(
    lines: readonly Values[],
    incomplete: readonly number[],
  ): { readonly solid: readonly Values[]; readonly tails: readonly { readonly values: Values }[] }
}

const { shares, movingAverage, positive, decades } = await pageCode<ValueCode>('charts/values.ts')
const { chartText, readChart, chartName } = await pageCode<OptionCode>('charts/options.ts')
const { stackingOf, drawnValues, valueRange } = await pageCode<ScaleCode>('charts/scales.ts')
const { bucketsWithin, cutTails } = await pageCode<BucketCode>('charts/buckets.ts')

t.test('percent: shares of each bucket', (t) => {
  t.strictSame(
    shares([
      [1, 0, null],
      [3, 0, 5],
    ]),
    [
      [0.25, 0, null],
      [0.75, 0, 1],
    ],
  )
  t.strictSame(shares([[30], [-10]]), [[0.75], [-0.25]], 'values below 0 are shares of the sizes')
  t.strictSame(drawnValues([[1], [3]], 'percent', false).tops, [[0.25], [1]], 'stacked to 100 %')
  t.strictSame(valueRange(0, 0.99, { stacking: 'percent' }), [0, 1])
  t.end()
})

t.test('a moving average, as formulas have it', (t) => {
  t.strictSame(movingAverage([3, 6, 9, 0], 3), [3, 4.5, 6, 5])
  t.strictSame(movingAverage([3, null, 9], 2), [3, null, 9], 'a bucket without a value counts for nothing')
  t.strictSame(movingAverage([1, 2], 28), [1, 1.5])
  t.end()
})

t.test('a logarithmic scale has no 0', (t) => {
  t.strictSame(positive([0, -1, 5, null]), [null, null, 5, null])
  t.strictSame(decades(3, 420), [1, 1000])
  t.strictSame(decades(10, 10), [10, 100])
  t.strictSame(decades(0.02, 1), [0.01, 1])
  t.strictSame(decades(null, null), [1, 10])
  t.end()
})

t.test('options in one word, for tiles', (t) => {
  const options: Options = { scale: 'log', stack: 'auto', smooth: '7' }
  t.equal(chartText('line', options), 'line-log-smooth-7')
  t.strictSame(readChart('line-log-smooth-7'), { look: 'line', options })
  for (const look of ['line', 'area', 'bar'])
    for (const scale of ['linear', 'log'])
      for (const stack of ['auto', 'percent', 'none'])
        for (const smooth of ['0', '3', '28']) {
          const one = { scale, stack, smooth }
          const text = chartText(look, one)
          t.match(text, /^[a-z][a-z0-9-]{0,39}$/, 'the service stores it')
          t.strictSame(readChart(text), { look, options: one })
        }
  const plain = { scale: 'linear', stack: 'auto', smooth: '0' }
  t.strictSame(readChart('area'), { look: 'area', options: plain }, 'as tiles of earlier versions have it')
  t.strictSame(readChart('gauge-7').options, plain, 'words of others')
  t.strictSame(readChart('line-smooth-8').options, plain)
  t.equal(chartName('area-percent'), 'Area, percent')
  t.equal(stackingOf(true, 'area', { stack: 'percent' }), 'percent')
  t.equal(stackingOf(false, 'area', { stack: 'percent' }), 'none', 'what does not add up is never stacked')
  t.equal(stackingOf(true, 'line', { stack: 'auto' }), 'none')
  t.end()
})

t.test('the buckets of a part of the axis', (t) => {
  const xs = [0, 10, 20, 30]
  t.strictSame(bucketsWithin(xs, 5, 25), [1, 2])
  t.strictSame(bucketsWithin(xs, 10, 10), [1, 1])
  t.strictSame(bucketsWithin(xs, -5, 100), [0, 3])
  t.strictSame(bucketsWithin(xs, 12, 15), [1, 1], 'between two: the nearest')
  t.end()
})

t.test('the parts of lines at incomplete buckets', (t) => {
  t.strictSame(cutTails([[1, 2, 3]], []), { solid: [[1, 2, 3]], tails: [] })
  const { solid, tails } = cutTails([[1, 2, 3, 4, 5]], [0, 4])
  t.strictSame(solid, [[null, 2, 3, 4, null]])
  t.strictSame(tails[0]?.values, [1, 2, null, 4, 5])
  t.end()
})
