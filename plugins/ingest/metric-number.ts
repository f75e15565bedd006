import type { JsonObject, JsonValue } from '../../core/contract/index.js'
import { LineError } from './line-error.js'

/** A number of the item, null if it is missing. JSON has no NaN and no infinity, so every number is finite. */
export function optionalNumber(item: JsonObject, name: string): number | null {
  const value = item[name]
  if (value === undefined) return null
  if (typeof value !== 'number') throw new LineError(`${name} must be a number`)
  return value
}

/** A number of observations: whole and not negative, so that sums of them are exact. */
export function readCount(value: JsonValue | undefined, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new LineError(`${name} must be a whole number that is not negative`)
  return value
}
