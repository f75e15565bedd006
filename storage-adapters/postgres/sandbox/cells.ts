import type { JsonValue } from '../../../contract/index.js'
import { parseArray } from './arrays.js'

/** Converts the server's string for a value to a cell. */
type Reader = (text: string) => JsonValue

const int: Reader = (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

const special = new Set(['NaN', 'Infinity', '-Infinity'])
const float: Reader = (text) => (special.has(text) ? text : Number(text))

/**
 * A number if it prints as the same decimal; otherwise the string. `1.50`
 * is 1.5, `0.1234567890123456789` stays a string.
 */
const numeric: Reader = (text) => {
  if (special.has(text)) return text
  const number = Number(text)
  return plain(String(number)) === plain(text) ? number : text
}
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const bool: Reader = (text) => text === 't'

/**
 * ISO 8601 of `2026-01-31 12:00:00.5+00` (the session is in UTC); BC and
 * infinity have no such form and stay unchanged.
 */
const time: Reader = (text) => {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/.exec(text)
  if (parts === null) return text
  const [, day = '', clock = '', fraction = ''] = parts
  return `${day}T${clock}.${fraction.padEnd(fraction.length > 3 ? 6 : 3, '0')}Z`
}

/** JSON nested deeper than this stays a string: not every JSON writer can nest as deep. */
const deepestJson = 200

const json: Reader = (text) => {
  if (depthOf(text) > deepestJson) return text
  return JSON.parse(text) as JsonValue
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  if (text.length < deepestJson) return 0
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') quoted = !quoted
    else if (quoted && character === '\\') index++
    else if (!quoted && (character === '[' || character === '{')) deepest = Math.max(deepest, ++depth)
    else if (!quoted && (character === ']' || character === '}')) depth--
  }
  return deepest
}

const asText: Reader = (text) => text

interface Type {
  readonly read: Reader
  /** The object identifiers of the type and its array type, which are fixed in Postgres. */
  readonly oid: number
  readonly array: number
}

const types: readonly Type[] = [
  { oid: 16, array: 1000, read: bool },
  { oid: 17, array: 1001, read: asText }, // bytea
  { oid: 19, array: 1003, read: asText }, // name
  { oid: 20, array: 1016, read: int },
  { oid: 21, array: 1005, read: int },
  { oid: 23, array: 1007, read: int },
  { oid: 25, array: 1009, read: asText },
  { oid: 26, array: 1028, read: int }, // oid
  { oid: 114, array: 199, read: json },
  { oid: 700, array: 1021, read: float },
  { oid: 701, array: 1022, read: float },
  { oid: 869, array: 1041, read: asText }, // inet
  { oid: 650, array: 651, read: asText }, // cidr
  { oid: 1042, array: 1014, read: asText }, // bpchar
  { oid: 1043, array: 1015, read: asText }, // varchar
  { oid: 1082, array: 1182, read: asText }, // date
  { oid: 1083, array: 1183, read: asText }, // time
  { oid: 1114, array: 1115, read: time },
  { oid: 1184, array: 1185, read: time },
  { oid: 1186, array: 1187, read: asText }, // interval
  { oid: 1266, array: 1270, read: asText }, // timetz
  { oid: 1560, array: 1561, read: asText }, // bit
  { oid: 1562, array: 1563, read: asText }, // varbit
  { oid: 1700, array: 1231, read: numeric },
  { oid: 2249, array: 2287, read: asText }, // record
  { oid: 2950, array: 2951, read: asText }, // uuid
  { oid: 3802, array: 3807, read: json },
  { oid: 4072, array: 4073, read: asText }, // jsonpath
  { oid: 3904, array: 3905, read: asText }, // int4range
  { oid: 3906, array: 3907, read: asText }, // numrange
  { oid: 3908, array: 3909, read: asText }, // tsrange
  { oid: 3910, array: 3911, read: asText }, // tstzrange
  { oid: 3912, array: 3913, read: asText }, // daterange
  { oid: 3926, array: 3927, read: asText }, // int8range
]

const readers: ReadonlyMap<number, Reader> = new Map(
  types.flatMap(({ oid, array, read }) => [
    [oid, read],
    [array, (text: string) => parseArray(text, read)],
  ]),
)

/**
 * The converter for the cells of a type, by its object identifier; cells of an unlisted type stay strings.
 */
export const readerOf = (oid: number): Reader => readers.get(oid) ?? asText
