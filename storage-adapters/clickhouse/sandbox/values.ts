import type { JsonValue } from '../../../contract/index.js'

type Read = (value: JsonValue) => JsonValue

/**
 * Parses the engine's JSON. Integers beyond the safe range of JavaScript numbers become strings, at any
 * depth.
 */
export const parseExact = (text: string): unknown =>
  JSON.parse(/\d{16}/.test(text) ? text.replace(longNumber, quoteUnsafe) : text)

const longNumber = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

const quoteUnsafe = (found: string): string =>
  found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`

/** Returns a function that converts a cell of this ClickHouse type to its form in SqlResult. */
export function readerOf(type: string): Read {
  const { name, inner } = partsOf(type)
  switch (name) {
    case 'Nullable':
    case 'LowCardinality':
      return readerOf(inner[0] ?? '')
    case 'Array': {
      const read = readerOf(inner[0] ?? '')
      return (value) => (Array.isArray(value) ? value.map(read) : value)
    }
    case 'Map': {
      const read = readerOf(inner[1] ?? '')
      return (value) => members(value, () => read)
    }
    case 'Tuple':
      return tupleReader(inner)
    case 'JSON':
      return decodeKeys
    case 'Float32':
    case 'Float64':
    case 'BFloat16':
      return (value) => (typeof value === 'string' ? (notNumbers.get(value) ?? value) : value)
    case 'DateTime':
    case 'DateTime64':
      return (value) => (typeof value === 'string' ? value.replace(/(:\d\d)Z$/, '$1.000Z') : value)
    default:
      if (name.startsWith('Decimal')) return (value) => (typeof value === 'string' ? decimal(value) : value)
      return (value) => value
  }
}

const notNumbers: ReadonlyMap<string, string> = new Map([
  ['nan', 'NaN'],
  ['-nan', 'NaN'],
  ['inf', 'Infinity'],
  ['-inf', '-Infinity'],
])

/** Decimals of up to 15 digits survive a double unchanged. */
const decimal = (text: string): JsonValue =>
  text.replace(/\D/g, '').replace(/^0+/, '').length <= 15 ? Number(text) : text

function tupleReader(inner: readonly string[]): Read {
  const parts = inner.map((part) => {
    const named = /^(`(?:[^`\\]|\\.)*`|[\p{L}_][\p{L}\p{N}_]*) (.+)$/su.exec(part)
    const name = named?.[1]?.replace(/^`(.*)`$/s, '$1').replaceAll(/\\(.)/gs, '$1')
    return { name: name ?? null, read: readerOf(named?.[2] ?? part) }
  })
  return (value) => {
    if (Array.isArray(value)) return value.map((one: JsonValue, index) => parts[index]?.read(one) ?? one)
    return members(value, (key) => parts.find(({ name }) => name === key)?.read ?? ((one) => one))
  }
}

function members(value: JsonValue, readOf: (key: string) => Read): JsonValue {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, readOf(key)(one)]))
}

/** Decodes stored keys: %25 is a percent sign (see rows.ts). */
function decodeKeys(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(decodeKeys)
  const entries = Object.entries(value).map(([key, one]) => [key.replaceAll('%25', '%'), decodeKeys(one)])
  return Object.fromEntries(entries) as JsonValue
}

/** Splits `Map(String, Array(Int64))` into its name and its arguments. */
function partsOf(type: string): { readonly name: string; readonly inner: readonly string[] } {
  const open = type.indexOf('(')
  if (open < 0) return { name: type, inner: [] }
  const inner: string[] = []
  let depth = 0
  let part = ''
  for (const [found] of type.slice(open + 1, -1).matchAll(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|./gs)) {
    if (found === ',' && depth === 0) {
      inner.push(part.trim())
      part = ''
      continue
    }
    if (found === '(') depth++
    if (found === ')') depth--
    part += found
  }
  return { name: type.slice(0, open), inner: [...inner, part.trim()] }
}
