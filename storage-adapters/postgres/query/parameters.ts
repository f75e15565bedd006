import type { Parameters, ParameterType } from '../../sql/dialect.js'

export const parameterTypes: Readonly<Record<ParameterType, string>> = {
  text: 'text',
  int: 'bigint',
  float: 'double precision',
  time: 'bigint',
  bool: 'boolean',
  key: 'bigint',
  json: 'jsonb',
  ints: 'bigint[]',
  texts: 'text[]',
  keys: 'bigint[]',
}

/** While a statement is put together a value stands in it as its number between two NULs, which no name can hold. */
export function createParameters(): Parameters & { readonly values: readonly unknown[] } {
  const values: unknown[] = []
  return {
    values,
    bind(value, type) {
      values.push(value)
      return `\0${values.length - 1}\0::${parameterTypes[type]}`
    },
  }
}

/** The statement with $1, $2 … for the values it really uses: Postgres refuses one that it gets for nothing. */
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
