import { parse } from 'libpg-query'
import fc from 'fast-check'
import t from 'tap'
import { propertySeed } from '../../../test/property/seeded.js'
import { bindParameters, putValues } from './parameters.js'
import { lines } from './position.js'

t.test('placeholders become casts of bound values', async (t) => {
  const bound = await bindParameters('SELECT {a:String}, {n : Array ( Int64 )},{a:String}', {
    a: 'x',
    n: [1, '2'],
  })
  t.equal(bound.text, 'SELECT  CAST($1 AS text) ,  CAST($2 AS int8[]) , CAST($1 AS text) ')
  t.strictSame(bound.values, ['x', '{"1","2"}'])
  const [hostile] = (await bindParameters('SELECT {a:Array(String)}', { a: ['a"b\\', '{', ','] })).values
  t.equal(hostile, '{"a\\"b\\\\","{",","}')
})

/** Texts around placeholders that the scanner must leave alone. */
const quiet = fc.constantFrom(
  "'{a:String}'",
  "E'\\'{a:String}'",
  '"{a:String}"',
  '$$ {a:String} $$',
  "$x$ '{a:String}' $$ $x$",
  '-- {a:String}\n',
  '/* /* {a:String} */ {a:String} */',
  "U&'{a:String}'",
  ' 🙂é ',
  ' 1 ',
)

t.test('strings, quoted names and comments are left alone', (t) =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(quiet, fc.constant('{a:String}')), { maxLength: 8 }),
      async (parts) => {
        const typed = parts.join(' ')
        const count = parts.filter((part) => part === '{a:String}').length
        const bound = await bindParameters(typed, count === 0 ? {} : { a: 'v' })
        const expected = parts.map((part) => (part === '{a:String}' ? ' CAST($1 AS text) ' : part)).join(' ')
        t.equal(bound.text, expected)
        // A word behind each placeholder is at its place in the typed text.
        const places = lines(bound.text, bound.origin)
        const [from, to] = [Array.from(expected), Array.from(typed)]
        for (let back = 1; back <= (parts.at(-1)?.length ?? 0); back++)
          if (parts.at(-1) === ' 1 ')
            t.equal(places.shown(from.length - back), lines(typed).shown(to.length - back))
      },
    ),
    { numRuns: 200, seed: propertySeed },
  ),
)

t.test('braces that are no placeholder stay as they are', async (t) => {
  for (const text of [
    'SELECT {',
    'SELECT }',
    "SELECT {'a':1}",
    'SELECT {a}',
    'SELECT {a b:String}',
    'SELECT {{a:',
  ]) {
    t.strictSame(await bindParameters(text, {}), { text, values: [], origin: null })
  }
  await t.rejects(bindParameters('SELECT $1, {a:String}', { a: '' }), { message: /none as \$1/ })
})

t.test('checks see the values, at any depth of the tree', async (t) => {
  const tree = await parse('SELECT 1 LIKE CAST($1 AS text)')
  putValues(tree, ['a%'])
  t.match(JSON.stringify(tree), /"arg":\{"A_Const":\{"sval":\{"sval":"a%"\},"location":\d+\}\}/)
  t.notMatch(JSON.stringify(tree), /ParamRef/)
  let deep: object = { ParamRef: { number: 1 } }
  for (let depth = 0; depth < 100_000; depth++) deep = { a: [deep] }
  putValues(deep, ['x'])
  for (let depth = 0; depth < 100_000; depth++) [deep] = (deep as { a: [object] }).a
  t.strictSame(deep, { A_Const: { sval: { sval: 'x' }, location: -1 } })
})
