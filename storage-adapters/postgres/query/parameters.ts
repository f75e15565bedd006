import { boundOnce } from '../../sql/bound-once.js'
import type { Parameters, ParameterType } from '../../sql/dialect.js'

/** The Postgres type of each parameter type. */
export const parameterTypes: Readonly<Record<ParameterType, string>> = {
  text: 'text',
  int: 'bigint',
  float: 'double precision',
  time: 'bigint',
  bool: 'boolean',
  key: 'bigint',
  json: 'jsonb',
  ints: 'bigint[]',
  floats: 'double precision[]',
  texts: 'text[]',
  keys: 'bigint[]',
}

/**
 * Parameters whose placeholders are the value's index between two NULs, which occur in no name;
 * numberParameters() replaces them once the statement is complete.
 */
export function createParameters(): Parameters & { readonly values: readonly unknown[] } {
  const values: unknown[] = []
  return {
    values,
    bind: boundOnce((value, type) => {
      values.push(value)
      return `\0${values.length - 1}\0::${parameterTypes[type]}`
    }),
  }
}

/**
 * Replaces the placeholders by $1, $2 … for the values that the
 * statement uses: Postgres rejects unused parameters.
 */
export function numberParameters(
  text: string,
  values: readonly unknown[],
): { readonly text: string; readonly parameters: Readonly<Record<string, unknown>> } {
  const used = new Map<number, number>()
  const parts = text.split('\0').map((part, index) => {
    if (index % 2 === 0) return part
    const number = used.get(Number(part)) ?? used.size + 1
    used.set(Number(part), number)
    return `$${number}`
  })
  const parameters = Object.fromEntries([...used].map(([index, number]) => [String(number), values[index]]))
  return { text: parts.join(''), parameters }
}
