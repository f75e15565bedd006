import type { JsonValue } from '../../core/contract/index.js'
import { Refused } from './refused.js'
import { isTree, list, numberOf, type Tree } from './tree.js'

const deepest = 24

/**
 * An AnyValue as JSON: integers beyond 2^53 and what is no finite number as texts, bytes in base64, an empty value as
 * null. Throws Refused on one that is nested too deep.
 */
export function anyValue(value: Tree, depth = 0): JsonValue {
  if (depth > deepest) throw new Refused(`a value is nested deeper than ${deepest} levels`)
  const [kind] = Object.keys(value)
  const given = kind === undefined ? undefined : value[kind]
  switch (kind) {
    case 'stringValue':
    case 'bytesValue':
      if (typeof given !== 'string') throw new Refused(`${kind} is no text`)
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

/** Keys and values of a list of attributes; of a repeated key the last one counts. */
export const entriesOf = (
  attributes: readonly Tree[],
  depth = 0,
): readonly (readonly [string, JsonValue])[] =>
  attributes.map(({ key, value }) => {
    if (typeof key !== 'string') throw new Refused('an attribute has no key')
    return [key, isTree(value) ? anyValue(value, depth) : null]
  })

const asTree = (value: unknown): Tree => (isTree(value) ? value : {})

function integer(value: unknown): number | string {
  const number = numberOf(value, 'intValue')
  return Number.isSafeInteger(number) ? number : String(value)
}
