import t from 'tap'
import { isAllowedFunction } from '../../storage-adapters/clickhouse/sandbox/functions.js'
import { functions } from '../../storage-adapters/postgres/sandbox/vocabulary.js'
import { pageCode } from './page-code.js'

interface Offer {
  readonly text: string
  readonly kind: string
  readonly detail: string
}
interface Complete {
  writtenAt(statement: string, caret: number): object
  completionsAt(
    statement: string,
    written: object,
    known: object,
  ): { readonly from: number; readonly offers: readonly Offer[] }
}
interface Signatures {
  functionsOf(dialect: string): readonly { name: string; signature: string; about: string }[]
  functionAt(statement: string, caret: number, dialect: string): { readonly signature: string } | null
}
interface Place {
  placeIn(message: string): object | null
  offsetsOf(text: string, place: object | null): { readonly from: number; readonly to: number }
}

const { completionsAt, writtenAt } = await pageCode<Complete>('views/sql/complete.ts')
const { functionsOf, functionAt } = await pageCode<Signatures>('views/sql/functions/signatures.ts')
const { offsetsOf, placeIn } = await pageCode<Place>('views/sql/place.ts')

const field = (name: string, data_type = 'text') => ({ name, data_type, description: '' })
const tables = [
  {
    table: 'events_v1',
    name: 'Events',
    description: '',
    fields: [field('event_name'), field('timestamp', 'time'), field('properties.plan')],
  },
  {
    table: 'users_v1',
    name: 'Users',
    description: '',
    fields: [field('user_id'), field('events', 'number')],
  },
]
const at = (statement: string, dialect = 'clickhouse') => {
  const caret = statement.includes('|') ? statement.indexOf('|') : statement.length
  const text = statement.replace('|', '')
  return completionsAt(text, writtenAt(text, caret), { tables, dialect })
}
const textsAt = (statement: string, dialect?: string) => at(statement, dialect).offers.map(({ text }) => text)

t.test('completions: tables after FROM and JOIN, columns of the named tables elsewhere', async (t) => {
  t.strictSame(textsAt('SELECT 1 FROM '), ['events_v1', 'users_v1'])
  t.strictSame(textsAt('SELECT 1 FROM events_v1 JOIN us'), ['users_v1'])
  t.equal(textsAt('SELECT ev|')[0], 'event_name', 'without a table: the columns of all')
  t.notOk(textsAt('SELECT ev| FROM events_v1').includes('events'), 'columns of another table')
  t.ok(textsAt('SELECT plan| FROM events_v1').includes('properties.plan'), 'inside a name')
  t.strictSame(at('SELECT ev| FROM events_v1').offers[0], {
    text: 'event_name',
    kind: 'column',
    detail: 'text · events_v1',
    about: '',
  })
})

t.test('completions: an alias or a table before a dot has the columns of its table', async (t) => {
  const query = 'SELECT u.| FROM events_v1 AS e JOIN users_v1 u ON true'
  t.strictSame(textsAt(query), ['user_id', 'events'])
  t.equal(at(query).from, 'SELECT u.'.length)
  t.strictSame(textsAt('SELECT e.na| FROM events_v1 AS e'), [])
  t.strictSame(textsAt('SELECT e.nam| FROM events_v1 AS e'), ['event_name'])
  t.strictSame(textsAt('SELECT users_v1.ev| FROM users_v1'), ['events'])
  t.strictSame(textsAt('SELECT properties.pl| FROM events_v1'), ['properties.plan'], 'no table: a whole name')
})

t.test('completions: functions of the dialect with their signatures, keywords as they are', async (t) => {
  const round = at('SELECT roun').offers.find(({ kind }) => kind === 'function')
  t.equal(round?.detail, 'round(x, [digits])')
  t.ok(textsAt('SELECT uniqE').includes('uniqExact'))
  t.notOk(textsAt('SELECT uniqE', 'postgres').includes('uniqExact'))
  t.ok(textsAt('SELECT string_a', 'postgres').includes('string_agg'))
  t.ok(textsAt('sel').includes('SELECT'))
  t.notOk(textsAt('SELECT|').includes('SELECT'), 'a whole keyword needs none')
})

t.test('the function around the caret', async (t) => {
  const shown = (text: string, dialect = 'clickhouse') =>
    functionAt(text.replace('|', ''), text.indexOf('|'), dialect)?.signature ?? null
  t.equal(shown('SELECT round(sum(x), |)'), 'round(x, [digits])')
  t.equal(shown('SELECT round(sum(|x), 2)'), 'sum(x)')
  t.equal(shown('SELECT ROUND(1|)'), 'round(x, [digits])')
  t.equal(shown('SELECT (1 + |2)'), null, 'no function before the parenthesis')
  t.equal(shown('SELECT round(1); |'), null)
  t.equal(shown('SELECT string_agg(|', 'postgres'), "string_agg(text, 'separator')")
})

t.test('every function that is completed is one that members may call, and is described', async (t) => {
  // The grammar has these itself.
  const grammar = new Set(['coalesce', 'greatest', 'least', 'nullif', 'trim'])
  t.strictSame(
    functionsOf('clickhouse').filter(({ name, about }) => !isAllowedFunction(name) || about === ''),
    [],
  )
  t.strictSame(
    functionsOf('postgres').filter(
      ({ name, about }) => !(functions.has(name) || grammar.has(name)) || about === '',
    ),
    [],
  )
  for (const dialect of ['clickhouse', 'postgres']) {
    const names = functionsOf(dialect).map(({ name }) => name)
    t.strictSame(names, [...new Set(names)], `${dialect}: each once`)
  }
})

t.test('an error is marked at its word', async (t) => {
  const text = 'SELECT event_name,\n  event_nme\nFROM events_v1'
  const place = placeIn('unknown column "event_nme" (line 2, column 3)')
  const { from, to } = offsetsOf(text, place)
  t.equal(text.slice(from, to), 'event_nme')
  t.equal(placeIn('the query took too long'), null)
  t.strictSame(offsetsOf('SELECT', { line: 0, column: 6 }), { from: 6, to: 6 }, 'the end of the text')
  t.strictSame(offsetsOf('a + )', { line: 0, column: 4 }), { from: 4, to: 5 }, 'no word: one letter')
})
