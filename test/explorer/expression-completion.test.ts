import t from 'tap'
import { pageCode } from './page-code.js'

interface Suggestion {
  readonly text: string
  readonly back: number
}
interface Completion {
  completionAt(
    text: string,
    cursor: number,
    known: object,
  ): { readonly from: number; readonly to: number; readonly suggestions: readonly Suggestion[] } | null
  spelled(name: string): string
  faultColumn(message: string): number | null
}

const { completionAt, faultColumn, spelled } = await pageCode<Completion>('views/properties/completion.ts')

const known = {
  fields: [
    { name: 'country', description: 'the country' },
    { name: 'properties.odd name', description: 'in 1 % of the rows' },
    { name: 'calc.source', description: 'the source' },
  ],
  functions: [{ name: 'coalesce', usage: 'coalesce(a, b, …)', summary: 'the first value' }],
}
const textsAt = (text: string, cursor = text.length) =>
  completionAt(text, cursor, known)?.suggestions.map((one) => one.text) ?? null

t.test('suggestions for the word at the cursor', (t) => {
  t.strictSame(textsAt('co'), ['coalesce()', 'country'])
  t.strictSame(textsAt('lower(coun'), ['country'])
  t.strictSame(textsAt('calc.'), ['calc.source'])
  t.strictSame(textsAt('ODD'), ["field('properties.odd name')"])
  t.strictSame(textsAt('co + 1', 2), ['coalesce()', 'country'])
  t.equal(textsAt("'co"), null, 'not inside of a text')
  t.equal(textsAt('1 + '), null)
  t.equal(textsAt('zzz'), null)
  const chosen = completionAt('1 + coal', 8, known)
  t.match(chosen, { from: 4, to: 8, suggestions: [{ text: 'coalesce()', back: 1 }] })
  t.end()
})

t.test('names and columns', (t) => {
  t.equal(spelled('properties.a.b'), 'properties.a.b')
  t.equal(spelled("it's"), "field('it''s')")
  t.equal(faultColumn('expression, column 12: expected a number'), 12)
  t.equal(faultColumn('expression must have at most 1000 characters'), null)
  t.end()
})
