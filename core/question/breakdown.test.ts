import t from 'tap'
import {
  column,
  dimensionNamed,
  joinLabels,
  otherLabel,
  property,
  ServiceError,
  shownDimension,
  shownLabel,
  tuple,
  type Expr,
} from '../../contract/index.js'
import { binsOfEdges, binsOfWidth } from './bins.js'
import { readBreakdown, type RawBreakdown } from './breakdown-request.js'
import { parseQueryString } from './query-string.js'
import { measuredQuestion } from './question.js'
import { ask } from './test-ask.js'

/** Returns the path and message of the 422 that this must throw. */
function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422)
      return `${error.details[0]?.path ?? ''}: ${error.message}`
    throw error
  }
  throw new Error('not refused')
}

t.test('a breakdown of a request is read, or refused by its node', (t) => {
  const refused: readonly (readonly [RawBreakdown, RegExp])[] = [
    [{ breakdown: 'a', breakdowns: ['b'] }, /^breakdowns: give breakdown or breakdowns, not both$/],
    [{ bins: '10' }, /^breakdown_bins: breakdown_bins requires one breakdown/],
    [{ bins: '10', breakdowns: ['a'] }, /^breakdown_bins: /],
    [
      { breakdown: 'a', bins: '' },
      /^breakdown_bins: breakdown_bins must be a whole number from 1 to 100, or a/,
    ],
    [{ breakdown: 'a', bins: '0' }, /^breakdown_bins: /],
    [{ breakdown: 'a', bins: '101' }, /^breakdown_bins: /],
    [{ breakdown: 'a', bins: '1.5' }, /^breakdown_bins: /],
    [{ breakdown: 'a', bins: '0,x' }, /^breakdown_bins: /],
    [{ breakdown: 'a', bins: '10,0' }, /^breakdown_bins: /],
    [{ breakdown: 'a', bins: '0,0' }, /^breakdown_bins: /],
    [{ breakdown: 'a', bins: '1,' }, /^breakdown_bins: /],
    [{ breakdowns: 'country' }, /^breakdowns: breakdowns must be a list of 1 to 3 fields$/],
    [{ breakdowns: [] }, /^breakdowns: /],
    [{ breakdowns: ['a', 'b', 'c', 'd'] }, /^breakdowns: /],
    [{ breakdowns: ['a', 7] }, /^breakdowns\[1\]: breakdowns\[1\] must be a field, or \{field, bins\}/],
    [{ breakdowns: ['a', ''] }, /^breakdowns\[1\]: breakdowns\[1\] must not be empty$/],
    [{ breakdowns: [{ bins: 3 }] }, /^breakdowns\[0\]\.field: /],
    [
      { breakdowns: ['a', { field: 'b', bin: 3 }] },
      /^breakdowns\[1\]\.bin: .*unknown member "bin"; use one of field/,
    ],
    [
      { breakdowns: ['a', { field: 'b', bins: 0 }] },
      /^breakdowns\[1\]\.bins: breakdowns\[1\]\.bins must be a whole/,
    ],
    [{ breakdowns: ['a', { field: 'b', bins: null }] }, /^breakdowns\[1\]\.bins: /],
    [{ breakdowns: ['a', { field: 'b', bins: ['1'] }] }, /^breakdowns\[1\]\.bins: /],
    [{ breakdowns: ['a', { field: 'b', bins: [3, 2] }] }, /^breakdowns\[1\]\.bins: /],
    [{ breakdowns: [{ field: 'b', unit: 'minute' }] }, /^breakdowns\[0\]\.unit: .* one of hour, day, week/],
    [{ breakdowns: [{ field: 'b', unit: 'fortnight' }] }, /^breakdowns\[0\]\.unit: /],
    [
      { breakdowns: [{ field: 'b', unit: 'day', bins: 3 }] },
      /^breakdowns\[0\]\.unit: .* bins or a unit, not both$/,
    ],
  ]
  for (const [raw, message] of refused)
    t.match(
      refusal(() => readBreakdown(raw)),
      message,
      JSON.stringify(raw),
    )
  t.equal(readBreakdown({}), null)
  t.strictSame(readBreakdown({ breakdown: 'a', bins: '-1,0,2.5' })?.fields[0]?.bins?.value, [-1, 0, 2.5])
  t.strictSame(readBreakdown({ breakdown: 'a', bins: '10' })?.fields[0]?.bins?.value, 10)
  t.equal(readBreakdown({ breakdowns: [{ field: 'b', unit: 'week' }] })?.fields[0]?.unit?.value, 'weekly')
  const fields: readonly (readonly [readonly unknown[], RegExp])[] = [
    [['country', 'timestamp'], /^breakdowns\[1\]: timestamp is a time; in breakdowns, give it a unit/],
    [
      ['a', { field: 'country', bins: 3 }],
      /^breakdowns\[1\]\.bins: breakdowns\[1\]\.bins: country has no numbers$/,
    ],
    [[{ field: 'country', unit: 'day' }], /^breakdowns\[0\]\.unit: .*country has no dates$/],
    [['a', { field: 'trait:', bins: 3 }], /^breakdowns\[1\]\.field: unknown field "trait:"/],
  ]
  for (const [breakdowns, message] of fields)
    t.match(
      refusal(() => ask({ breakdown: readBreakdown({ breakdowns }) })),
      message,
    )
  t.end()
})

t.test('a repeated breakdown is a list', (t) => {
  const { parameters } = parseQueryString('breakdown=a&range=7d&breakdown=b+c')
  t.strictSame({ ...parameters }, { range: '7d', breakdowns: '["a","b c"]' })
  t.strictSame({ ...parseQueryString('breakdown=a').parameters }, { breakdown: 'a' })
  t.strictSame({ ...parseQueryString('dimension=&dimension=b').parameters }, { dimensions: '["","b"]' })
  t.match(
    refusal(() => parseQueryString('breakdown=a&breakdowns=%5B%5D&breakdown=b')),
    /^breakdowns: give breakdown or breakdowns/,
  )
  t.match(
    refusal(() => parseQueryString('toString=a&toString=b')),
    /toString/,
  )
  t.end()
})

t.test('labels of several fields', (t) => {
  const breakdown = (breakdowns: readonly unknown[]) =>
    ask({ breakdown: readBreakdown({ breakdowns }) }).question.breakdown
  const [country, os] = [column('country'), column('os')]
  t.strictSame(breakdown(['country']), { label: country, limit: 25, fields: 1 })
  const both: Expr = tuple(shownLabel(country), shownLabel(os))
  t.strictSame(breakdown(['country', 'os']), { label: both, limit: 25, fields: 2 })
  const binned = breakdown([{ field: 'n', bins: [0, 10] }])
  t.strictSame(binned?.order, ['(-∞, 0)', '[0, 10)', '[10, ∞)'])
  t.equal(breakdown(['os', { field: 'n', bins: [0, 10] }])?.order, undefined)

  for (const labels of [
    ['a', 'b'],
    ['', ''],
    ['a\u0001', '\u0002b', '\u0002a\u0001'],
    ['\u0002', 'a\u0001b'],
  ]) {
    const { dimension, dimensions } = shownDimension(joinLabels(labels), labels.length)
    t.strictSame(dimensions, labels)
    t.equal(dimension, labels.join(' / '))
  }
  t.strictSame(shownDimension('(other)', 2), { dimension: '(other)', dimensions: ['(other)', '(other)'] })
  t.strictSame(shownDimension('a\u0001b', undefined), { dimension: 'a\u0001b' })
  const sorted = [
    ['a', 'z'],
    ['a', '\u0003'],
    ['a\u0002', 'a'],
    ['a\u0001', 'b'],
    ['ab', 'a'],
  ]
    .map(joinLabels)
    .sort()
  const lists = sorted.map((name) => shownDimension(name, 2).dimensions)
  t.strictSame(lists, [
    ['a', '\u0003'],
    ['a', 'z'],
    ['a\u0001', 'b'],
    ['a\u0002', 'a'],
    ['ab', 'a'],
  ])
  t.end()
})

t.test('a dimension of a request', (t) => {
  const two = { fields: 2 }
  t.equal(dimensionNamed({}, null), null)
  t.equal(dimensionNamed({ dimension: 'a / b' }, {}), 'a / b')
  t.equal(dimensionNamed({ dimension: 'a / b' }, two), joinLabels(['a', 'b']))
  t.equal(dimensionNamed({ dimension: '(other)' }, two), '(other)')
  t.equal(dimensionNamed({ dimensions: ['(other)', '(other)'] }, two), '(other)')
  t.equal(dimensionNamed({ dimensions: ['a / b', 'c'] }, two), joinLabels(['a / b', 'c']))
  t.equal(dimensionNamed({ dimensions: ['a'] }, {}), 'a')
  t.match(
    refusal(() => dimensionNamed({ dimension: 'a' }, null)),
    /^dimension: dimension requires breakdown/,
  )
  t.match(
    refusal(() => dimensionNamed({ dimension: 'a / b / c' }, two)),
    /^dimension: .*use dimensions$/,
  )
  t.match(
    refusal(() => dimensionNamed({ dimensions: ['a'] }, two)),
    /^dimensions: .*each breakdown: 2$/,
  )
  t.match(
    refusal(() => dimensionNamed({ dimension: 'a', dimensions: ['a'] }, {})),
    /^dimensions: give/,
  )
  t.end()
})

t.test('bins of edges and of equal width', (t) => {
  const value = property('n', 'number')
  t.strictSame(binsOfEdges(value, [0]).order, ['(-∞, 0)', '[0, ∞)'])
  t.strictSame(binsOfEdges(value, [-1.5, 1e21]).order, ['(-∞, -1.5)', '[-1.5, 1e+21)', '[1e+21, ∞)'])
  const widths = (least: number, greatest: number, bins: number): readonly string[] =>
    binsOfWidth(value, { least, greatest }, bins).order
  t.strictSame(widths(0, 100, 4), ['[0, 25)', '[25, 50)', '[50, 75)', '[75, 100]'])
  t.strictSame(widths(0, 1, 10).slice(2, 4), ['[0.2, 0.3)', '[0.3, 0.4)'])
  t.strictSame(widths(5, 5, 3), ['[5, 5]'])
  t.strictSame(widths(1, 1 + Number.EPSILON, 3), [`[1, ${1 + Number.EPSILON}]`])
  t.equal(widths(-Number.MAX_VALUE, Number.MAX_VALUE, 2)[0], `[${-Number.MAX_VALUE}, 0)`)
  t.strictSame(binsOfWidth(value, null, 3).order, [])
  t.end()
})

t.test('bins that depend on the rows', (t) => {
  const asked = readBreakdown({
    breakdowns: [
      { field: 'timestamp', unit: 'month' },
      { field: 'n', bins: 2 },
    ],
  })
  const built = ask({ breakdown: asked, timezone: 'Europe/Berlin' })
  t.same(
    built.split.map(({ kind }) => kind),
    ['unit', 'width'],
  )
  const span = { least: Date.UTC(2020, 0, 31, 23, 30), greatest: Date.UTC(2020, 2, 1) }
  const { split, question } = measuredQuestion(built, [span, null])
  t.match(
    JSON.stringify(question.breakdown?.label),
    '"labels":["(other)","2020-02-01","2020-03-01","(other)"]',
  )
  t.match(JSON.stringify(question.breakdown?.label), `"labels":["${otherLabel}"]`)
  t.same(
    split.map(({ kind }) => kind),
    ['unit', 'label'],
    'dates are measured again for a compared period',
  )
  t.match(
    JSON.stringify(question.breakdown?.label),
    `"edges":${JSON.stringify(['2020-01-31T23:00Z', '2020-02-29T23:00Z', '2020-03-31T22:00Z'].map((text) => Date.parse(text)))}`,
    'whole months, of which one has 31 days less an hour',
  )
  const far = { least: 0, greatest: Date.UTC(2020, 0, 1) }
  const hours = ask({ breakdown: readBreakdown({ breakdowns: [{ field: 'timestamp', unit: 'hour' }] }) })
  t.match(
    refusal(() => measuredQuestion(hours, [far])),
    /^breakdowns\[0\]\.unit: .*more than 10000 buckets/,
  )
  t.end()
})
