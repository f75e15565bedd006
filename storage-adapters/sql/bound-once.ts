import type { Parameters } from './dialect.js'

/**
 * A `bind` that binds equal numbers, strings and lists once. Engines limit the number of parameters, and an
 * expression with long lists may stand in a statement many times.
 *
 *     before: labels[1 + n] = '' … labels[1 + n]    with the labels in $1 and in $2
 *     after:  both read $1
 */
export function boundOnce(bind: Parameters['bind']): Parameters['bind'] {
  const known = new Map<string, string>()
  return (value, type) => {
    const key = keyOf(value)
    if (key === null) return bind(value, type)
    const typed = `${type} ${key}`
    const text = known.get(typed) ?? bind(value, type)
    known.set(typed, text)
    return text
  }
}

/** Returns null for values that are not compared: -0 would have the key of 0, and JSON has no keys of devices. */
function keyOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.every(isCompared) ? JSON.stringify(value) : null
  return typeof value === 'number' && isCompared(value) ? String(value) : null
}

const isCompared = (value: unknown): boolean => typeof value !== 'bigint' && !Object.is(value, -0)
