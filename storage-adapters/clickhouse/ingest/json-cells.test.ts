import t from 'tap'
import type { JsonObject } from '../../../contract/index.js'
import { ownPaths } from '../table-settings.js'
import { jsonPathCells } from './json-cells.js'

function written(...objects: readonly JsonObject[]): Buffer | null {
  const cells = jsonPathCells<JsonObject>((row) => row)(objects.length)
  for (const object of objects) cells.add(object, 0, 0)
  const parts = cells.end()
  return parts === null ? null : Buffer.concat(parts)
}

const number = (value: number): string => `<${value}>${'<0>'.repeat(7)}`
/** Bytes that are not printable as numbers, as in `<3>abc`. */
const readable = (bytes: Buffer | null): string | undefined =>
  bytes?.toString('latin1').replace(/[^ -~]/g, (character) => `<${character.charCodeAt(0)}>`)

t.test('a path has its types, then the type of each row, then the values by type', (t) => {
  const version = number(3)
  t.equal(
    readable(written({ plan: 'pro', 'a.b': true }, { plan: 2 }, {}, { os: { 'na%me': 'iOS' } })),
    [
      `${version}<3><5>a%2Eb<10>os.na%25me<4>plan`,
      `${version}<1><4>Bool`,
      `${version}<1><6>String`,
      `${version}<2><5>Int64<6>String`,
      '<0><1><1><1><1>',
      '<1><1><1><0><3>iOS',
      `<1><0><2><2>${number(2)}<3>pro`,
    ].join(''),
  )
  t.equal(readable(written({}, {})), `${version}<0>`, 'no path')
  t.end()
})

t.test('null where only the text says what is stored', (t) => {
  const names = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, index]))
  t.not(written(names(ownPaths)), null)
  t.equal(written(names(ownPaths + 1)), null)
  t.equal(written(names(ownPaths), { other: 1 }), null)
  for (const value of [[], ['a'], 2 ** 53, -(2 ** 60), 9e18, Infinity, { deep: [1] }])
    t.equal(written({ a: 1 }, { a: value }, { a: 2 }), null, JSON.stringify(value))
  for (const value of [2 ** 53 - 1, 2 ** 63, -1e21, 1.5, 1e-9, false, '', null, { deep: {} }])
    t.not(written({ a: value }), null, JSON.stringify(value))
  t.end()
})
