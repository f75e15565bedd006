import fc from 'fast-check'
import t from 'tap'
import { ServiceError } from '../../contract/index.js'
import { bodyConditions } from './body-conditions.js'
import { parseIsoTime } from '../../contract/iso-time.js'
import { parseQueryString } from './query-string.js'
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

t.test('query strings', (t) => {
  const parse = (raw: string): readonly RawCondition[] => parseQueryString(raw).conditions
  const { parameters, conditions } = parseQueryString(
    '?range=7d&event=a%20b+c%2B%26&empty=&flag&&conditions%5B7%5D%5Bfield%5D=b&conditions[2][op]=%3E&conditions[2][field]=a&conditions[2][value]=1%3D2',
  )
  t.strictSame(parameters, { range: '7d', event: 'a b c+&', empty: '', flag: '' })
  t.strictSame(conditions, [
    { path: 'conditions[2]', typed: false, field: 'a', operator: '>', value: '1=2' },
    { path: 'conditions[7]', typed: false, field: 'b', operator: null, value: undefined },
  ])
  t.strictSame(parseQueryString(''), { parameters: {}, conditions: [] })
  const list = 'conditions[0][field]=a&conditions[0][operator]=in&'
  t.strictSame(parse(`${list}conditions[0][value][]=b&conditions[0][value][]=a`)[0]?.value, ['b', 'a'])
  t.strictSame(parse(`${list}conditions[0][value][10]=b&conditions[0][value][9]=a`)[0]?.value, ['a', 'b'])
  t.strictSame(parse(`${list}conditions[0][value]=a,b`)[0]?.value, 'a,b')
  t.equal(parse(list)[0]?.operator, 'in')
  t.equal(parse('conditions[12][field]=a&conditions[3][field]=b')[0]?.field, 'b', 'ordered as numbers')
  t.end()
})

t.test('query strings that mean nothing', (t) => {
  const refused = (raw: string): string => refusal(() => parseQueryString(raw))
  const unknown = [
    'conditions',
    'conditions[]',
    'conditions[a][field]',
    'conditions[-1][field]',
    'conditions[00][field]',
    'conditions[0]',
  ]
  const inner = [
    '[x]',
    '[__proto__]',
    '[constructor]',
    '[field][]',
    '[field][0]',
    '[value][a]',
    '[value][0][0]',
    '[value]x',
    '[]',
    '[Field]',
  ]
  for (const name of [
    ...unknown,
    ...inner.map((part) => `conditions[0]${part}`),
    'conditions[1e3][field]',
    'conditions[9999999999][field]',
  ])
    t.match(refused(`${name}=a`), /unknown parameter "conditions.*conditions\[N\]\[field\]/, name)
  t.match(
    refused('conditions[0][op]=eq&conditions[0][value]=a'),
    /^conditions\[0\]\[field\]: .*requires a field/,
  )
  t.match(refused('conditions[0][field]='), /requires a field/)
  t.match(refused('conditions[0][field]=a&conditions[0][op]=eq&conditions[0][operator]=eq'), /not both/)
  t.match(refused('conditions[0][field]=a&conditions[0][field]=a'), /more than once/)
  t.match(refused('conditions[0][field]=a&conditions[0][value]=a&conditions[0][value]=b'), /more than once/)
  t.match(
    refused('conditions[0][field]=a&conditions[0][value][0]=a&conditions[0][value][0]=b'),
    /more than once/,
  )
  t.match(
    refused('conditions[0][field]=a&conditions[0][value]=a&conditions[0][value][]=b'),
    /give only one of/,
  )
  t.match(
    refused('conditions[0][field]=a&conditions[0][value][0]=a&conditions[0][value][]=b'),
    /give only one of/,
  )
  t.match(refused('range=7d&range=7d'), /^range: .*more than once/)
  for (const raw of ['a=%', 'a=%2', 'a=%zz', 'a=%ff', 'a=%c3%28', '%=a', 'a=%ed%a0%80'])
    t.match(refused(raw), /invalid at/, raw)
  for (const name of [
    '__proto__',
    '__proto__[x]',
    'constructor',
    'constructor[prototype]',
    'prototype',
    '%5f_proto__',
  ])
    t.match(refused(`${name}=1`), /unknown parameter/, name)
  t.equal(({} as { x?: unknown }).x, undefined)
  fc.assert(
    fc.property(fc.webQueryParameters(), fc.string(), (raw, text) => {
      for (const query of [raw, text])
        try {
          parseQueryString(query)
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
        }
    }),
  )
  t.end()
})

t.test('conditions of a body', (t) => {
  t.strictSame(bodyConditions(undefined, 'filters'), [])
  t.strictSame(bodyConditions([{ field: 'a', op: '>', value: 1 }, { field: 'b' }], 'steps/1/filters'), [
    { path: 'steps/1/filters/0', typed: true, field: 'a', operator: '>', value: 1 },
    { path: 'steps/1/filters/1', typed: true, field: 'b', operator: null, value: undefined },
  ])
  t.equal(bodyConditions([{ field: 'a', operator: 'ne' }], 'filters')[0]?.operator, 'ne')
  const refused = (filters: unknown): string => refusal(() => bodyConditions(filters, 'filters'))
  for (const filters of [null, {}, 'a', 1]) t.match(refused(filters), /^filters: /)
  for (const item of [null, 'a', 1, [], undefined]) t.match(refused([item]), /^filters\/0: /)
  t.match(refused([{ field: 'a', valeu: 1 }]), /^filters\/0\/valeu: .*unknown member "valeu"/)
  t.match(refused([JSON.parse('{"field": "a", "__proto__": 1}')]), /unknown member "__proto__"/)
  for (const field of [undefined, '', 1, null, ['a']]) t.match(refused([{ field }]), /^filters\/0\/field: /)
  for (const operator of [1, null, ['eq'], {}])
    t.match(refused([{ field: 'a', operator }]), /^filters\/0\/operator: /)
  t.match(refused([{ field: 'a', op: 'eq', operator: 'eq' }]), /not both/)
  t.end()
})

t.test('ISO 8601', (t) => {
  const instant = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(fc.property(instant, (date) => parseIsoTime(date.toISOString()) === date.getTime()))
  const same = [
    '2020-01-02T03:04:05.678Z',
    '2020-01-02 03:04:05.678',
    '2020-01-02T04:34:05.678999999+01:30',
    '2020-01-02T01:04:05.678-0200',
  ]
  for (const one of same) t.equal(parseIsoTime(one), Date.parse('2020-01-02T03:04:05.678Z'), one)
  t.equal(parseIsoTime('1969-12-31T23:59:59.5Z'), -500)
  t.equal(parseIsoTime('2024-02-29'), Date.parse('2024-02-29'))
  const none = [
    '2023-02-29',
    '2020-00-01',
    '2020-01-32',
    '0000-01-01',
    '2020-01-01T',
    '2020-01-01T24:00',
    '2020-01-01T00:60',
    '2020-01-01T00:00:60',
    '2020-01-01T00',
    '2020-01-01T00:00:00.',
    '2020-01-01T00:00+24:00',
    '2020-01-01T00:00+1',
    '2020-01-01Z',
    '20200101',
    '2020-1-1',
    ' 2020-01-01',
    '2020-01-01\n',
    '2020-01-01t00:00',
    'now',
    '',
  ]
  for (const one of none) t.equal(parseIsoTime(one), null, one)
  t.end()
})
