import type { JsonValue } from '../../contract/index.js'
import { Rejected } from './refused.js'
import { isTree, list, numberOf, type Tree } from './tree.js'

const deepest = 24

/**
 * An AnyValue as JSON. Integers beyond 2^53 and non-finite numbers become strings, bytes base64, an empty value null.
 * Throws Rejected if it is nested deeper than 24 levels or a value has the wrong type.
 */
export function anyValue(value: Tree, depth = 0): JsonValue {
  if (depth > deepest) throw new Rejected(`values must not be nested deeper than ${deepest} levels`)
  const [kind] = Object.keys(value)
  const given = kind === undefined ? undefined : value[kind]
  switch (kind) {
    case 'stringValue':
    case 'bytesValue':
      if (typeof given !== 'string') throw new Rejected(`${kind} must be a string`)
      return given
    case 'boolValue':
      return given === true
    case 'intValue':
      return integer(given)
    case 'doubleValue': {
      const double = numberOf(given, kind)
      return Number.isFinite(double) ? double : String(double)
    }
    case 'arrayValue':
      return list(asTree(given), 'values').map((one) => anyValue(one, depth + 1))
    case 'kvlistValue':
      return Object.fromEntries(entriesOf(list(asTree(given), 'values'), depth + 1))
    default:
      return null
  }
}

/** Keys and values of a list of attributes; in a Map or object, the last of a repeated key counts. Throws Rejected. */
export const entriesOf = (
  attributes: readonly Tree[],
  depth = 0,
): readonly (readonly [string, JsonValue])[] =>
  attributes.map(({ key, value }) => {
    if (typeof key !== 'string') throw new Rejected('attributes must have a key')
    return [key, isTree(value) ? anyValue(value, depth) : null]
  })

const asTree = (value: unknown): Tree => (isTree(value) ? value : {})

function integer(value: unknown): number | string {
  const number = numberOf(value, 'intValue')
  return Number.isSafeInteger(number) ? number : String(value)
}
