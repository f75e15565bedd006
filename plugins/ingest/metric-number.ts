import type { JsonObject, JsonValue } from '../../contract/index.js'
import { LineError } from './line-error.js'

/** A number; null if it is missing. JSON has neither NaN nor infinity, so it is finite. Throws LineError. */
export function optionalNumber(item: JsonObject, name: string): number | null {
  const value = item[name]
  if (value === undefined) return null
  if (typeof value !== 'number') throw new LineError(`${name} must be a number`)
  return value
}

/** A number of observations: a non-negative integer, so that sums are exact. Throws LineError. */
export function readCount(value: JsonValue | undefined, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new LineError(`${name} must be a non-negative integer`)
  return value
}
