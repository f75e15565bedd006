import t from 'tap'
import { openTopics } from '../../test/http/topic.js'
import { functions, type FunctionName } from './functions.js'
import { at, day, posting, range, shown, valuesOf } from './test-formula.js'

const topic = await openTopics(t)

const applied = (name: FunctionName, lines: readonly (readonly number[])[], parameter = 0): number[][] =>
  functions[name]
    .apply(
      lines.map((line) => Float64Array.from(line)),
      parameter,
    )
    .map((line) => [...line])

t.test('along the buckets', (t) => {
  const line = [1, 4, -2, 0]
  t.strictSame(applied('cumulative', [line]), [[1, 5, 3, 3]])
  t.strictSame(applied('delta', [line]), [[0, 3, -6, 2]])
  t.strictSame(applied('lag', [line], 1), [[0, 1, 4, -2]])
  t.strictSame(applied('lag', [line], 3), [[0, 0, 0, 1]])
  t.strictSame(applied('lag', [line], 9), [[0, 0, 0, 0]])
  t.strictSame(applied('moving_average', [line], 1), [line])
  t.strictSame(applied('moving_average', [line], 2), [[1, 2.5, 1, -1]])
  t.strictSame(applied('moving_average', [line], 9), [[1, 2.5, 1, 0.75]], 'as many as there are')
  for (const name of Object.keys(functions) as FunctionName[])
    t.strictSame(applied(name, [[]], 1), [[]], name)
  t.end()
})

t.test('over the dimensions of a bucket', (t) => {
  const lines = [
    [1, 0, 5],
    [3, 0, 5],
    [4, 0, -2],
  ]
  t.strictSame(applied('share', lines), [
    [1 / 8, 0, 5 / 8],
    [3 / 8, 0, 5 / 8],
    [4 / 8, 0, -2 / 8],
  ])
  t.strictSame(applied('rank', lines), [
    [3, 1, 1],
    [2, 1, 1],
    [1, 1, 3],
  ])
  t.end()
})

await topic('functions in formulas', `${day}T12:00:00Z`, async (t, fixture) => {
  const post = posting(fixture)
  await fixture.send([
    at('08T08', 'd1', 'view', { page: 'a' }),
    at('08T09', 'd2', 'view', { page: 'a' }),
    at('08T10', 'd3', 'view', { page: 'b' }),
    at('10T08', 'd1', 'view', { page: 'b' }),
    at('10T09', 'd1', 'view', { page: 'b' }),
    at('10T10', 'd2', 'view', { page: 'c' }),
  ])
  const views = (formula: string, more: object = {}) =>
    post(formula, [{ metric: 'event:view', ...more }], { range })
  const totalOf = async (formula: string) => (await views(formula)).data.total as number
  t.strictSame(valuesOf(await views('A')), [3, 0, 3])
  t.strictSame(valuesOf(await views('cumulative(A)')), [3, 3, 6])
  t.equal(await totalOf('cumulative(A)'), 6, 'the total is the last bucket')
  t.equal(await totalOf('delta(A) + 10'), 13)
  t.strictSame(valuesOf(await views('A - lag(A)')), [3, -3, 3])
  t.strictSame(valuesOf(await views('moving_average(cumulative(A) * 2, 2)')), [6, 6, 9], 'functions nest')
  t.strictSame(valuesOf(await views('share(A)')), [1, 0, 1], 'there is one dimension')
  t.strictSame(valuesOf(await views('if(A = 0, -1, 6 / A)')), [2, -1, 2])
  t.equal(await totalOf('if(A > 5 and not A > 6, round(A / 7, 2), 0)'), 0.86, 'of the total, 6')
  t.strictSame(valuesOf(await views('if(lag(A) > 0, floor(A - 0.5), abs(-A))')), [3, -1, 3], 'series inside')
  const split = { breakdown: 'page' }
  const ranks = shown(await views('rank(A)', split)).map((point) => point.join(' '))
  const expected = ['08 a 1', '08 b 2', '08 c 3', '09 a 1', '09 b 1', '09 c 1', '10 a 3', '10 b 1', '10 c 2']
  t.strictSame(ranks.sort(), expected)
  const shares = await views('share(A)', split)
  t.equal(shares.data.total, 1, 'over dimensions, the total is their sum')
  const sums = new Map<string, number>()
  for (const [date, , value] of shown(shares))
    sums.set(String(date), (sums.get(String(date)) ?? 0) + Number(value))
  t.strictSame(
    [...sums.values()].map((sum) => Math.round(sum * 1e9) / 1e9),
    [1, 0, 1],
    'shares add up',
  )
  const compared = await post('cumulative(A)', ['event:view'], { range, compare: 'previous' })
  t.equal(compared.data.comparison.previous_total ?? compared.data.comparison.total, 0)
})
