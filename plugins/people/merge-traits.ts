import type { JsonObject, JsonValue } from '../../contract/index.js'

/**
 * Merges the traits of several calls: takes the newest value of each member that is not null, and merges objects member by
 * member.
 * @param calls newest first
 *
 *   {plan: null, address: {city: 'Bonn'}}, {plan: 'pro', address: {zip: '1'}} → {plan: 'pro', address: {city: 'Bonn', zip: '1'}}
 */
export function mergeTraits(calls: readonly unknown[]): JsonObject {
  const merged: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>
  for (const call of calls) {
    if (!isObject(call)) continue
    for (const [name, value] of Object.entries(call)) merged[name] = newest(merged[name], value)
  }
  return { ...merged }
}

function newest(known: JsonValue | undefined, older: JsonValue): JsonValue {
  if (known === undefined || known === null) return older
  return isObject(known) && isObject(older) ? mergeTraits([known, older]) : known
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
