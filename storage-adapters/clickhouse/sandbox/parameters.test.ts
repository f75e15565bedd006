import fc from 'fast-check'
import t from 'tap'
import { checkParameters } from '../../../contract/index.js'
import { propertySeed } from '../../../test/property/seeded.js'
import { placeholdersOf, valuesOf, withEngineTypes, withLiterals } from './parameters.js'

const quiet = fc.constantFrom(
  "'{a:String}'",
  "'\\'{a:String}'",
  '`{a:String}`',
  '"\\"{a:String}"',
  '1',
  '`é🙂`',
)

t.test('strings and quoted names are left alone', (t) => {
  fc.assert(
    fc.property(fc.array(fc.oneof(quiet, fc.constant('{a:DateTime}'))), (parts) => {
      const text = parts.join(' ')
      const isOne = (part: string): boolean => part === '{a:DateTime}'
      t.equal(placeholdersOf(text).length, parts.filter(isOne).length)
      const typed = parts.map((part) => (isOne(part) ? "{a:DateTime64(3, 'UTC')}" : part)).join(' ')
      t.equal(withEngineTypes(text), typed)
      t.equal(withLiterals(text), parts.map((part) => (isOne(part) ? "''" : part)).join(' '))
    }),
    { numRuns: 200, seed: propertySeed },
  )
  t.equal(withLiterals('{a:Int64} {b:Array(Int64)}'), "0 ''")
  for (const text of ['SELECT {', 'SELECT }', 'SELECT {a b:String}', 'SELECT {}'])
    t.throws(() => placeholdersOf(text), { message: /a parameter is written as/ }, text)
  t.end()
})

t.test('values as the engine reads them', (t) => {
  const types = { s: 'String', l: 'Array(String)', n: 'Array(Int64)', t: 'DateTime', d: 'Array(DateTime)' }
  const values = valuesOf(
    checkParameters(
      Object.entries(types).map(([name, type]) => ({ name, type })),
      {
        s: "o'\\\n\t",
        l: ["o'\\", ']', '\n'],
        n: [1, '-2'],
        t: '2026-01-31T12:00:00.25Z',
        d: ['2026-01-31'],
      },
    ),
  )
  t.strictSame(values, {
    s: "o'\\\\\\n\\t",
    l: "['o\\'\\\\',']','\\n']",
    n: '[1,-2]',
    t: '2026-01-31 12:00:00.250',
    d: "['2026-01-31 00:00:00.000']",
  })
  t.end()
})
