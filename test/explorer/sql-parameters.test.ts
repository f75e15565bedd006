import t from 'tap'
import { sqlParameterTypes } from '../../contract/index.js'
import { pageCode } from './page-code.js'

interface Placeholder {
  readonly name: string
  readonly type: string
  readonly from: number
  readonly to: number
}
interface Parameters {
  readonly parameterTypes: readonly string[]
  placeholdersIn(statement: string, dialect: string): readonly Placeholder[]
  parametersIn(statement: string, dialect: string): readonly Placeholder[]
  statementWith(query: string, texts: object, dialect: string): object
  textsOf(parameters: unknown): object
  localText(text: string): string
}
interface Complete {
  completionsAt(
    statement: string,
    written: object,
    known: object,
  ): { readonly offers: readonly { readonly text: string }[] }
  writtenAt(statement: string, caret: number): object
}

const { localText, parametersIn, parameterTypes, placeholdersIn, statementWith, textsOf } =
  await pageCode<Parameters>('views/sql/parameters.ts')
const { completionsAt, writtenAt } = await pageCode<Complete>('views/sql/complete.ts')

t.test('the types are those of the service', async (t) => {
  t.strictSame(parameterTypes, sqlParameterTypes)
})

t.test('placeholders, outside strings, quoted names and comments', async (t) => {
  const names = (text: string, dialect: string): string =>
    placeholdersIn(text, dialect)
      .map(({ name }) => name)
      .join('')
  const same = `{a:String} '{b:String}' "{c:String}" -- {d:String}\n {e : Array ( Int64 )} /* {f:String}\n */ {g:} {h} $$ {i:String} $$`
  for (const dialect of ['clickhouse', 'postgres']) t.equal(names(same, dialect), 'aeg', dialect)
  t.equal(names("`{a:String}` '\\'{b:String}' # {c:String}\n{d:String}", 'clickhouse'), 'd')
  t.equal(names("'\\'{b:String} E'\\'{c:String}' $x$ {d:String} $$ $x$ {e:String}", 'postgres'), 'be')
  t.strictSame(parametersIn('{a:String} {b:Date} {a:String}', 'postgres').length, 2)
  const [one] = placeholdersIn('SELECT {a:Array( Int64 )}', 'clickhouse')
  t.strictSame(one, { name: 'a', type: 'Array(Int64)', from: 7, to: 25 })
})

t.test('texts of fields and values of a request', async (t) => {
  const types = {
    s: 'String',
    n: 'Int64',
    f: 'Float64',
    b: 'Bool',
    d: 'Date',
    l: 'Array(String)',
    i: 'Array(Int64)',
  }
  const query = Object.entries(types)
    .map(([name, type]) => `{${name}:${type}}`)
    .join()
  const texts = {
    s: ' a ',
    n: ' 9223372036854775807',
    f: '1.5',
    b: 'true',
    d: '2026-01-31',
    l: 'a, b\nc',
    i: '1, 2,',
  }
  const parameters = {
    ...{ s: ' a ', n: '9223372036854775807', f: 1.5, b: true, d: '2026-01-31' },
    ...{ l: ['a, b', 'c'], i: ['1', '2'] },
  }
  t.strictSame(statementWith(query, { ...texts, unused: 'x' }, 'clickhouse'), { query, parameters })
  t.strictSame(statementWith(query, textsOf(parameters), 'clickhouse'), { query, parameters }, 'and back')
  t.strictSame(statementWith(query, {}, 'clickhouse'), { query, parameters: { s: '', l: [], i: [] } })
  t.strictSame(statementWith('{f:Float64}{b:Bool}', { f: 'x', b: 'y' }, 'postgres'), {
    query: '{f:Float64}{b:Bool}',
    parameters: { f: 'x', b: 'y' },
  })
  t.strictSame(statementWith('SELECT 1', texts, 'postgres'), { query: 'SELECT 1' })
  for (const odd of [null, undefined, 'a', ['a']]) t.strictSame(textsOf(odd), {})
})

t.test('times as the field of a browser shows them', async (t) => {
  t.equal(localText('2026-01-31T12:00'), '2026-01-31T12:00')
  t.equal(localText('2026-01-31T12:00:05'), '2026-01-31T12:00:05')
  t.equal(localText('2026-01-31'), '2026-01-31T00:00')
  t.equal(localText('2026-01-31T12:00:00+02:00'), '2026-01-31T10:00')
  t.equal(localText('2026-01-31T12:00:00.250Z'), '2026-01-31T12:00:00.250')
  t.equal(localText('soon'), '')
})

t.test('completion behind a brace', async (t) => {
  const offered = (before: string, after = ''): readonly string[] =>
    completionsAt(before + after, writtenAt(before, before.length), {
      tables: [],
      dialect: 'clickhouse',
    }).offers.map(({ text }) => text)
  t.strictSame(offered('SELECT {country:String}, {ids:Array(Int64)} WHERE a = {co', '}'), ['country:String'])
  t.strictSame(offered('SELECT {a:Da', '}'), ['Date', 'DateTime'])
  t.strictSame(offered('SELECT {a:Array(Bo', ')}'), ['Bool'])
  t.notOk(offered('SELECT co').includes('country:String'))
})
