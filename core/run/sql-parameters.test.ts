import t from 'tap'
import {
  checkParameters,
  placeholderIn,
  type SqlParameters,
  type SqlPlaceholder,
} from '../../contract/index.js'

const one = (type: string): readonly SqlPlaceholder[] => [{ name: 'x', type }]
const valueOf = (type: string, x: SqlParameters[string]) => checkParameters(one(type), { x })[0]?.value

t.test('what stands in braces', (t) => {
  t.strictSame(placeholderIn('x:Int64'), { name: 'x', type: 'Int64' })
  t.strictSame(placeholderIn(' _a1 : Array ( Int64 ) '), { name: '_a1', type: 'Array(Int64)' })
  for (const inner of [
    '',
    'x',
    ':Int64',
    '1:Int64',
    'a b:Int64',
    'é:Int64',
    "'x':1",
    `${'x'.repeat(65)}:Int64`,
  ])
    t.equal(placeholderIn(inner), null, inner)
  t.end()
})

t.test('values of their types', (t) => {
  const good: readonly (readonly [string, SqlParameters[string], string | readonly string[]])[] = [
    ['String', '', ''],
    ['String', 'o\'clock "\\ {x:String} 🙂', 'o\'clock "\\ {x:String} 🙂'],
    ['Int64', -0, '0'],
    ['Int64', 9_007_199_254_740_991, '9007199254740991'],
    ['Int64', '-9223372036854775808', '-9223372036854775808'],
    ['Int64', '007', '7'],
    ['UInt64', '18446744073709551615', '18446744073709551615'],
    ['Float64', 5e-324, '5e-324'],
    ['Bool', false, 'false'],
    ['Date', '2024-02-29', '2024-02-29'],
    ['DateTime', '2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['DateTime', '2026-01-31T12:00:00.25+02:00', '2026-01-31T10:00:00.250Z'],
    ['Array(String)', [], []],
    ['Array(Int64)', [1, '2'], ['1', '2']],
    ['Array(Date)', ['2149-06-06'], ['2149-06-06']],
  ]
  for (const [type, value, expected] of good)
    t.strictSame(valueOf(type, value), expected, `${type} ${JSON.stringify(value)}`)
  t.end()
})

t.test('values that are refused name their parameter', (t) => {
  const bad: readonly (readonly [string, SqlParameters[string], RegExp])[] = [
    ['String', 1, /must be a string/],
    ['String', null, /must be a string/],
    ['String', 'a\0b', /U\+0000/],
    ['String', '\ud800', /lone surrogate/],
    ['String', 'x'.repeat(10_001), /at most 10000 characters/],
    ['Int64', 1.5, /must be an integer/],
    ['Int64', 2 ** 53, /must be an integer; as a string/],
    ['Int64', '1e3', /must be an integer/],
    ['Int64', '9223372036854775808', /between -9223372036854775808 and 9223372036854775807/],
    ['UInt64', -1, /between 0 and/],
    ['Float64', '1', /must be a number/],
    ['Float64', NaN, /must be a number/],
    ['Bool', 1, /true or false/],
    ['Date', '2026-02-30', /must be a date/],
    ['Date', '2026-01-31T00:00:00Z', /must be a date/],
    ['Date', '1969-12-31', /between 1970-01-01 and 2149-06-06/],
    ['DateTime', 'yesterday', /ISO 8601/],
    ['DateTime', '2149-06-07', /between/],
    ['Array(String)', 'a', /must be an array/],
    ['Array(String)', ['a', 1], /must be a string/],
    ['Array(Int64)', [[1]], /must be an integer/],
    ['Array(Int64)', Array.from({ length: 1_001 }, () => 1), /at most 1000 members/],
    ['Array(String)', Array.from({ length: 7 }, () => 'x'.repeat(10_000)), /at most 65536 bytes/],
  ]
  for (const [type, value, message] of bad)
    t.throws(
      () => valueOf(type, value),
      { code: 'VALIDATION_ERROR', message, details: [{ path: 'parameters/x' }] },
      `${type} ${JSON.stringify(value).slice(0, 40)}`,
    )
  t.end()
})

t.test('names', (t) => {
  const two = [...one('Int64'), { name: 'y', type: 'String' }, ...one('Int64')]
  t.strictSame(
    checkParameters(two, { y: 'a', x: 1 }).map(({ name }) => name),
    ['x', 'y'],
  )
  t.throws(() => checkParameters(two, { x: 1 }), {
    message: 'parameter "y" is required: the statement has {y:String}',
    details: [{ path: 'parameters/y' }],
  })
  t.throws(() => checkParameters(two, { x: 1, y: 'a', z: 1 }), {
    message: 'unknown parameter "z"; the statement has x, y',
    details: [{ path: 'parameters/z' }],
  })
  t.throws(() => checkParameters([], { z: 1 }), { message: /the statement has none/ })
  t.throws(() => checkParameters([...two, { name: 'y', type: 'Bool' }], {}), {
    message: 'parameter "y" must have one type, not two',
    details: [{ path: 'query' }],
  })
  for (const type of ['Identifier', 'Int8', 'string', 'Array(Array(String))', 'Nullable(String)', ''])
    t.throws(() => checkParameters(one(type), { x: 1 }), {
      message: /^the type of parameter "x" must be one/,
    })
  const proto = JSON.parse('{"__proto__": "a", "constructor": "b"}') as SqlParameters
  const names = ['__proto__', 'constructor'].map((name) => ({ name, type: 'String' }))
  t.strictSame(
    checkParameters(names, proto).map(({ value }) => value),
    ['a', 'b'],
  )
  t.throws(() => checkParameters(names, {}), { message: /"__proto__" is required/ })
  const many = Array.from({ length: 101 }, (_, index) => ({ name: `p${index}`, type: 'Bool' }))
  t.throws(() => checkParameters(many, {}), { message: /at most 100 parameters/ })
  t.end()
})
