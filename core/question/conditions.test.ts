import t from 'tap'
import {
  and,
  column,
  compare,
  equals,
  isIn,
  literal,
  match,
  missing,
  not,
  or,
  parseTime,
  property,
  ServiceError,
  text,
  type Expr,
  type SourceName,
} from '../../contract/index.js'
import { conditionsToFilter } from './conditions.js'
import type { RawCondition } from './raw-condition.js'

/** Returns the path and message of the 422 that this must throw. */
function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422)
      return `${error.details[0]?.path ?? ''}: ${error.message}`
    throw error
  }
  throw new Error('not refused')
}

interface Given {
  readonly source?: SourceName
  readonly field?: string
  readonly op?: string | null
}

const filterOf = ({ source = 'events' }: Given, raw: RawCondition): Expr | null =>
  conditionsToFilter(source, [raw]).filter
/** As from a query string. */
const loose = (value: unknown, given: Given = {}): Expr | null => filterOf(given, rawOf(value, given, false))
/** As from a body. */
const typed = (value: unknown, given: Given = {}): Expr | null => filterOf(given, rawOf(value, given, true))
const rawOf = (
  value: unknown,
  { field = 'properties.n', op = null }: Given,
  isTyped: boolean,
): RawCondition => ({
  path: isTyped ? 'filters/0' : 'conditions[0]',
  field,
  operator: op,
  value,
  typed: isTyped,
})

const looseRefusal = (value: unknown, given?: Given): string => refusal(() => loose(value, given))
const typedRefusal = (value: unknown, given?: Given): string => refusal(() => typed(value, given))

const [asText, asNumber] = [property('n', 'text'), property('n', 'number')]
const [asBoolean, asLabel] = [property('n', 'boolean'), property('n', 'label')]
const float = (value: number): Expr => literal(value, 'float')
const time = (iso: string): Expr => literal(Date.parse(iso), 'time')
const [never, always] = [literal(false, 'bool'), literal(true, 'bool')]

t.test('eq and ne compare by type', (t) => {
  t.strictSame(typed('1'), equals(asText, text('1')))
  t.strictSame(typed(1), equals(asNumber, float(1)))
  t.strictSame(typed(-0), equals(asNumber, float(0)))
  t.strictSame(typed(true), equals(asBoolean, always))
  t.strictSame(loose('1'), equals(asLabel, text('1')), 'a query string matches whatever is written so')
  for (const spelled of ['', '-2.5e-7', '1e+21', 'true', 'false'])
    t.strictSame(loose(spelled), equals(asLabel, text(spelled)))
  t.strictSame(
    loose('1', { source: 'logs', field: 'message.n' }),
    equals(property('n', 'text', 'message'), text('1')),
  )
  t.strictSame(loose('DE', { field: 'country' }), equals(column('country'), text('DE')))
  t.strictSame(loose('oh', { op: 'ne' }), not(equals(asText, text('oh'))), 'no number is written so')
  t.strictSame(typed(1, { field: 'country' }), never, 'a column of texts equals no number')
  t.strictSame(typed(1, { field: 'country', op: 'ne' }), always)
  t.strictSame(loose('pro', { field: 'trait:plan' }), equals(column('trait:plan_text'), text('pro')))
  t.strictSame(loose('x', { field: 'n' }), equals(asText, text('x')), 'a bare name is a property')
  t.strictSame(loose('x', { field: 'a "b".c\' é' }), equals(property('a "b".c\' é', 'text'), text('x')))
  t.strictSame(
    loose("O'Brien\\'; DROP TABLE x; --%_"),
    equals(asText, text("O'Brien\\'; DROP TABLE x; --%_")),
  )
  t.end()
})

t.test('in and not_in', (t) => {
  t.strictSame(loose('a,b,a', { op: 'in' }), isIn(asText, ['a', 'b']))
  t.strictSame(
    loose(['a,b', 'c'], { op: 'in' }),
    isIn(asText, ['a,b', 'c']),
    'an item of a list keeps its comma',
  )
  t.strictSame(
    loose('a,7,true', { op: 'in' }),
    or(isIn(asLabel, ['7', 'true']), equals(asText, text('a'))),
    'each with the forms that may be written so',
  )
  t.strictSame(loose('a,b', { op: 'not_in' }), not(isIn(asText, ['a', 'b'])))
  t.strictSame(
    typed(['a', 1, 'b', true, 2.5], { op: 'in' }),
    or(isIn(asText, ['a', 'b']), isIn(asNumber, [1, 2.5]), equals(asBoolean, always)),
  )
  t.strictSame(typed(['DE', 1], { field: 'country', op: 'in' }), equals(column('country'), text('DE')))
  t.strictSame(typed([1, 2], { field: 'country', op: 'not_in' }), always)
  const thousand = Array.from({ length: 1000 }, (_, index) => String(index))
  t.strictSame(loose(thousand.join(','), { op: 'in' }), isIn(asLabel, thousand))
  const wrong = [[], [...thousand, 'x'], 'a,b', 1, {}, undefined, null, [null], [['a']], [{}], [Infinity]]
  for (const value of wrong) t.match(typedRefusal(value, { op: 'in' }), /^filters\/0\/value: .*1 to 1000/)
  for (const value of ['', undefined, [], [...thousand, 'x'].join(',')])
    t.match(looseRefusal(value, { op: 'not_in' }), /^conditions\[0\]\[value\]: .*not_in takes/)
  t.end()
})

t.test('order compares numbers or times, never texts', (t) => {
  for (const op of ['gt', 'gte', 'lt', 'lte'] as const) {
    t.strictSame(loose('9', { op }), compare(op, asNumber, float(9)))
    t.strictSame(typed(9.5, { op }), compare(op, asNumber, float(9.5)))
  }
  t.strictSame(loose('-1.5e3', { op: '>' }), compare('gt', asNumber, float(-1500)))
  t.strictSame(
    typed('2020-01-02', { op: 'gt' }),
    compare('gt', parseTime(asText), time('2020-01-02T00:00:00Z')),
  )
  t.strictSame(
    loose('2020-01-02', { op: 'lt' }),
    compare('lt', parseTime(asText), time('2020-01-02T00:00:00Z')),
  )
  t.strictSame(typed(9, { field: 'app_version', op: 'gt' }), never)
  t.strictSame(
    loose('2020-01-02', { field: 'app_version', op: 'gte' }),
    compare('gte', parseTime(column('app_version')), time('2020-01-02T00:00:00Z')),
  )
  const texts = ' |abc|0x10|1e999|01|.5|1_000|Infinity|NaN| 1|2020-02-30'.split('|')
  for (const value of [...texts, '', ['1'], undefined])
    t.match(looseRefusal(value, { op: 'gt' }), /^conditions\[0\]\[value\]: .*gt takes a number/)
  for (const value of ['9', true, null, Infinity, NaN, [1], {}])
    t.match(
      typedRefusal(value, { op: 'lte' }),
      /^filters\/0\/value: .*lte takes a number or an ISO 8601 date/,
    )
  t.end()
})

t.test('the time of a row compares with dates only', (t) => {
  const [field, stamp] = ['timestamp', column('timestamp')]
  const noon = time('2020-01-02T12:00:00Z')
  t.strictSame(loose('2020-01-02T12:00Z', { field }), equals(stamp, noon))
  t.strictSame(typed('2020-01-02T13:00+01:00', { field, op: 'ne' }), not(equals(stamp, noon)))
  t.strictSame(loose('2020-01-02 12:00', { field, op: '>=' }), compare('gte', stamp, noon))
  t.strictSame(
    loose('2020-01-02,2020-01-03', { field, op: 'in' }),
    isIn(stamp, [Date.parse('2020-01-02'), Date.parse('2020-01-03')]),
  )
  t.strictSame(loose(undefined, { field, op: 'is_set' }), not(missing(stamp)))
  for (const op of ['eq', 'gt', 'in'])
    t.match(looseRefusal('5', { field, op }), /timestamp takes ISO 8601 dates/)
  t.match(typedRefusal(5, { field, op: 'gt' }), /timestamp takes ISO 8601 dates/)
  for (const op of ['contains', 'not_contains', 'starts_with', 'ends_with', 'regex'])
    t.match(
      looseRefusal('2020', { field, op }),
      /^conditions\[0\]\[operator\]: .*does not apply to timestamp/,
    )
  t.end()
})

t.test('text operators', (t) => {
  t.strictSame(loose('a%_', { op: 'contains' }), match('contains', asText, 'a%_'))
  for (const part of ['7', 'e+', 'ru', ''])
    t.strictSame(loose(part, { op: 'contains' }), match('contains', asLabel, part))
  t.strictSame(typed('a', { op: 'not_contains' }), not(match('contains', asText, 'a')))
  t.strictSame(typed('a', { op: 'starts_with' }), match('starts-with', asText, 'a'))
  t.strictSame(loose('a', { field: 'country', op: 'ends_with' }), match('ends-with', column('country'), 'a'))
  t.strictSame(loose('^a.*\\d$', { op: 'regex' }), match('regex', asLabel, '^a.*\\d$'))
  for (const op of ['contains', 'not_contains', 'starts_with', 'ends_with', 'regex'])
    for (const value of [1, true, null, undefined, ['a'], {}])
      t.match(typedRefusal(value, { op }), new RegExp(`^filters/0/value: .*${op} takes a string`))
  t.match(looseRefusal('a(?=b)', { op: 'regex' }), /RE2 syntax: invalid or unsupported Perl syntax/)
  t.match(looseRefusal('(', { op: 'regex' }), /missing closing \)/)
  t.match(looseRefusal('(a)\\1', { op: 'regex' }), /^conditions\[0\]\[value\]: /)
  t.match(looseRefusal('a'.repeat(1001), { op: 'regex' }), /at most 1000/)
  for (const large of ['(a){1,1000}(b)', 'a{501}', '(?:ab){251}', '(?:a{1,30}){30}'])
    t.match(
      looseRefusal(large, { op: 'regex' }),
      /^conditions\[0\]\[value\]: .*more than 500 characters/,
      large,
    )
  t.match(looseRefusal(String.raw`\pL{1,240}`, { op: 'regex' }), /more than 30000 ranges/)
  t.match(looseRefusal('(?:a?b?){250}', { op: 'regex' }), /more than 20000 transitions/)
  t.match(looseRefusal(String.raw`(?:\b.?){13}`, { op: 'regex' }), /more than 12 consecutive assertions/)
  for (const fits of ['a{500}', '^[a-z0-9_-]{1,255}$', String.raw`\pL+`, String.raw`(\p{L}|\p{N}){1,16}`])
    t.ok(loose(fits, { op: 'regex' }), fits)
  t.end()
})

t.test('is_set and is_not_set take no value', (t) => {
  for (const value of [undefined, null, '', []])
    t.strictSame(typed(value, { op: 'is_set' }), property('n', 'exists'))
  t.strictSame(loose(undefined, { op: 'is_not_set' }), not(property('n', 'exists')))
  t.strictSame(loose('', { field: 'country', op: 'is_set' }), not(missing(column('country'))))
  for (const value of ['x', 0, false, ['a'], {}])
    t.match(typedRefusal(value, { op: 'is_not_set' }), /is_not_set takes no value/)
  t.end()
})

t.test('operators: any case, symbols, nothing unknown', (t) => {
  const symbols: Record<string, string> = {
    '=': 'eq',
    '!=': 'ne',
    '>': 'gt',
    '>=': 'gte',
    '<': 'lt',
    '<=': 'lte',
  }
  for (const [symbol, op] of Object.entries(symbols)) t.strictSame(typed(1, { op: symbol }), typed(1, { op }))
  t.strictSame(typed('a', { op: 'Starts_With' }), typed('a', { op: 'starts_with' }))
  t.strictSame(typed('a', { op: 'EQ' }), typed('a'))
  for (const op of ['almost', '', '==', '<>', 'eq ', 'not_eq', '__proto__', 'constructor'])
    t.match(looseRefusal('a', { op }), /^conditions\[0\]\[operator\]: .*use one of eq, in, gt/, op)
  t.end()
})

t.test('values of the wrong shape, and fields that do not exist', (t) => {
  for (const op of ['eq', 'ne'])
    for (const value of [undefined, null, ['a'], [], {}, Infinity, NaN])
      t.match(typedRefusal(value, { op }), new RegExp(`^filters/0/value: .*${op} takes one`))
  t.match(looseRefusal(undefined), /^conditions\[0\]\[value\]: /)
  t.match(looseRefusal(['a']), /^conditions\[0\]\[value\]: /)
  t.match(
    looseRefusal('a', { source: 'logs', field: 'nope' }),
    /^conditions\[0\]\[field\]: .*message\.<name>/,
  )
  t.match(looseRefusal('a', { field: 'x'.repeat(1001) }), /^conditions\[0\]\[field\]: .*1000/)
  t.end()
})

t.test('texts are as stored ones: no NUL, no lone surrogate', (t) => {
  t.strictSame(loose('a\0b\uD800c😀'), equals(asText, text('a\uFFFDb\uFFFDc😀')))
  t.strictSame(typed(['\0', '\uDC00'], { op: 'in' }), equals(asText, text('\uFFFD')))
  t.strictSame(loose('\0', { op: 'contains' }), match('contains', asText, '\uFFFD'))
  t.strictSame(loose('x', { field: 'a\0' }), equals(property('a\uFFFD', 'text'), text('x')))
  t.end()
})

t.test('conditions are ANDed; traits are collected once', (t) => {
  t.strictSame(conditionsToFilter('events', []), { filter: null, traits: [], did: [] })
  const one = rawOf('a', { field: 'trait:plan' }, true)
  const { filter, traits } = conditionsToFilter('events', [
    one,
    { ...one, operator: 'ne' },
    rawOf('b', {}, true),
  ])
  const plan = equals(column('trait:plan_text'), text('a'))
  t.strictSame(filter, and(plan, not(plan), equals(asText, text('b'))))
  t.strictSame(traits, [{ name: 'plan', prefix: 'trait:plan' }])
  const many = Array.from({ length: 101 }, () => one)
  t.match(
    refusal(() => conditionsToFilter('events', many)),
    /101 conditions; at most 100 are allowed/,
  )
  t.end()
})
