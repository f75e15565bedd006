import t from 'tap'
import {
  and,
  bucket,
  choose,
  coalesce,
  column,
  compare,
  isIn,
  literal,
  lookup,
  match,
  math,
  missing,
  not,
  nothing,
  number,
  or,
  parseTime,
  property,
  scan,
  select,
  text,
  where,
  type Cell,
  type Expr,
  type JsonObject,
  type PropertyForm,
} from '../../contract/index.js'
import { parseIsoTime } from './iso-time.js'
import { askOver } from './test-store.js'

const valueOf = async (expr: Expr, properties: JsonObject = {}): Promise<Cell | undefined> =>
  (await askOver(select(scan('events'), { value: expr }), properties))[0]?.['value']

const yes = literal(true, 'bool')
const no = literal(false, 'bool')
const unknown = nothing('bool')

t.test('property: the exact name first, then the dotted path; own members of objects only', async (t) => {
  const data = JSON.parse(
    `{"a.b":"literal","a":{"b":"nested","c":{"d":1}},"n":{"x":null},"n.x":null,"list":["zero"],"s":"","f":false,
      "o":{"p":"deep"},"o.p":null,"num":1e21,"small":1e-7,"half":0.1,"i":12,"t":true,"__proto__":"own","q'\\"":"quoted"}`,
  ) as JsonObject
  const cases: readonly (readonly [string, PropertyForm, Cell])[] = [
    ['a.b', 'text', 'literal'],
    ['a.c.d', 'number', 1],
    ['a.c.d', 'text', null],
    ['a.c', 'label', null],
    ['a.c', 'exists', true],
    ['n.x', 'exists', false],
    ['n.x', 'text', null],
    ['o.p', 'text', 'deep'],
    ['list.0', 'exists', false],
    ['list', 'exists', true],
    ['list', 'label', null],
    ['s', 'exists', true],
    ['s', 'label', ''],
    ['f', 'exists', true],
    ['f', 'boolean', false],
    ['f', 'label', 'false'],
    ['num', 'label', '1e+21'],
    ['small', 'label', '1e-7'],
    ['half', 'label', '0.1'],
    ['i', 'label', '12'],
    ['i', 'text', null],
    ['t', 'number', null],
    ['constructor', 'exists', false],
    ['a.constructor', 'exists', false],
    ['toString', 'label', null],
    ['__proto__', 'text', 'own'],
    [`q'"`, 'text', 'quoted'],
    ['missing', 'exists', false],
  ]
  for (const [name, as, expected] of cases)
    t.equal(await valueOf(property(name, as), data), expected, `${name} as ${as}`)
})

t.test('conditions are two-valued', async (t) => {
  const nullText = nothing('text')
  const cases: readonly (readonly [string, Expr, boolean])[] = [
    ['null = x', compare('eq', nullText, text('x')), false],
    ['null <> x', compare('ne', nullText, text('x')), false],
    ['not null = x', not(compare('eq', nullText, text('x'))), true],
    ['null in', isIn(nullText, ['x']), false],
    ['in nothing', isIn(text('x'), []), false],
    ['1 in 1.0', isIn(number(1), [1, 2]), true],
    ['null contains', match('contains', nullText, ''), false],
    ['missing null', missing(nullText), true],
    ['not a null boolean', not(unknown), true],
    ['and with null', and(yes, unknown), false],
    ['or with null', or(unknown, no), false],
    ['or with null and true', or(unknown, yes), true],
    ['and of nothing', and(), true],
    ['or of nothing', or(), false],
    ['int with float', compare('lt', number(1), number(1.5)), true],
    ['false < true', compare('lt', no, yes), true],
    ['by bytes', compare('lt', text('\uff5e'), text('😀')), true],
    ['upper first', compare('lt', text('Z'), text('a')), true],
    ['prefix first', compare('lt', text('a'), text('ab')), true],
  ]
  for (const [what, expr, expected] of cases) t.equal(await valueOf(expr), expected, what)
  t.equal(await valueOf(unknown), null, 'a boolean value may be null')
  const kept = await askOver(
    select(where(scan('events'), property('b', 'boolean')), { seq: column('seq') }),
    { b: true },
    { b: false },
    {},
  )
  t.equal(kept.length, 1, 'where keeps only rows whose condition is true')
})

t.test('match: no wildcards, case-sensitive, RE2 unanchored', async (t) => {
  const cases: readonly (readonly [Parameters<typeof match>[0], string, string, boolean])[] = [
    ['contains', 'a%b_c', '%b_', true],
    ['contains', 'axbxc', '%', false],
    ['contains', 'Abc', 'a', false],
    ['contains', '', '', true],
    ['starts-with', 'abc', 'ab', true],
    ['starts-with', 'abc', 'b', false],
    ['ends-with', 'abc', 'bc', true],
    ['ends-with', 'abc', '', true],
    ['regex', 'abc', 'b', true],
    ['regex', 'abc', '^b', false],
    ['regex', 'x😀y', '^x.y$', true],
    ['regex', 'a\nb', 'a.b', false],
    ['regex', 'ABC', '(?i)b', true],
    ['regex', 'abc', '', true],
  ]
  for (const [how, value, pattern, expected] of cases)
    t.equal(await valueOf(match(how, text(value), pattern)), expected, `${value} ${how} ${pattern}`)
})

t.test('bucket, lookup, case, coalesce, math', async (t) => {
  const time = (value: number | null): Expr => literal(value, 'time')
  const edges = [0, 10, 20]
  const half = literal(0.5, 'float')
  const cases: readonly (readonly [string, Expr, Cell])[] = [
    ['before', bucket(time(-1), edges), null],
    ['first', bucket(time(0), edges), 0],
    ['last of the first', bucket(time(9), edges), 0],
    ['second', bucket(time(10), edges), 1],
    ['after', bucket(time(20), edges), null],
    ['no time', bucket(time(null), edges), null],
    ['no edges', bucket(time(5), []), null],
    ['lookup', lookup(number(1), [7, 8]), 8],
    ['lookup past the end', lookup(number(2), [7, 8]), null],
    ['lookup before the start', lookup(number(-1), [7, 8]), null],
    ['lookup of null', lookup(nothing('int'), [7]), null],
    [
      'first true branch',
      choose(
        [
          { when: unknown, then: text('a') },
          { when: yes, then: text('b') },
        ],
        text('c'),
      ),
      'b',
    ],
    ['no true branch', choose([{ when: no, then: text('a') }], text('c')), 'c'],
    ['coalesce', coalesce(nothing('text'), text(''), text('x')), ''],
    ['coalesce of nulls', coalesce(nothing('text')), null],
    ['7 / 2', math('/', number(7), number(2)), 3.5],
    ['1 / 0', math('/', number(1), number(0)), null],
    ['0 / 0', math('/', number(0), number(0)), null],
    ['null + 1', math('+', nothing('int'), number(1)), null],
    ['0.5 * 3', math('*', half, number(3)), 1.5],
    ['2 - 5', math('-', number(2), number(5)), -3],
  ]
  for (const [what, expr, expected] of cases) t.equal(await valueOf(expr), expected, what)
  t.ok(Object.is(await valueOf(math('*', number(0), number(-1))), 0), 'no negative zero')
})

t.test('parse-time', async (t) => {
  const times: Record<string, string> = {
    '1970-01-01': '1970-01-01T00:00:00.000Z',
    '2024-02-29': '2024-02-29T00:00:00.000Z',
    '2000-02-29T23:59': '2000-02-29T23:59:00.000Z',
    '2024-03-10 02:30:15Z': '2024-03-10T02:30:15.000Z',
    '2024-03-10T02:30:15.9999': '2024-03-10T02:30:15.999Z',
    '1969-12-31T23:59:59.5+01:00': '1969-12-31T22:59:59.500Z',
    '2024-01-01T00:00-2359': '2024-01-01T23:59:00.000Z',
    '0001-01-01': '0001-01-01T00:00:00.000Z',
    '0004-02-29T00:00:00.123456789+00:00': '0004-02-29T00:00:00.123Z',
    '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
  }
  for (const [from, expected] of Object.entries(times))
    t.equal(await valueOf(parseTime(text(from))), Date.parse(expected), from)
  const none = [
    ...[
      '',
      'today',
      '2024',
      '2024-1-1',
      '2023-02-29',
      '1900-02-29',
      '2024-04-31',
      '2024-13-01',
      '2024-00-01',
    ],
    ...[
      '2024-01-00',
      '0000-01-01',
      '2024-01-01T24:00',
      '2024-01-01T00:60',
      '2024-01-01T00:00:60',
      '2024-01-01Z',
    ],
    ...['2024-01-01T00', '2024-01-01T00:00:00.', '2024-01-01T00:00:00.1234567890', '2024-01-01T00:00+24:00'],
    ...[
      '2024-01-01T00:00+00:60',
      '2024-01-01T00:00+1',
      ' 2024-01-01',
      '2024-01-01\n',
      '２024-01-01',
      '2024-01-01t00:00',
    ],
  ]
  for (const from of none) t.equal(await valueOf(parseTime(text(from))), null, JSON.stringify(from))
  t.equal(await valueOf(parseTime(nothing('text'))), null, 'null')
  for (let day = -720_000; day < 2_900_000; day += 997) {
    const iso = new Date(day * 86_400_000).toISOString()
    if (/^(?!0000)\d{4}-/.test(iso) && parseIsoTime(iso) !== day * 86_400_000) t.fail(iso)
  }
})
