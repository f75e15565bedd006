import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  LIST,
  listValue,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import { boundOnce, type Parameters, type ParameterType } from 'sextant/storage'

/** The engine's type of each parameter type, in SQL. */
export const parameterTypes: Readonly<Record<ParameterType, string>> = {
  text: 'VARCHAR',
  int: 'BIGINT',
  float: 'DOUBLE',
  time: 'BIGINT',
  bool: 'BOOLEAN',
  key: 'BIGINT',
  json: 'VARCHAR',
  ints: 'BIGINT[]',
  floats: 'DOUBLE[]',
  texts: 'VARCHAR[]',
  keys: 'BIGINT[]',
}

/** A value that is sent apart from the statement, with its type. */
export interface BoundValue {
  readonly value: unknown
  readonly type: ParameterType
}

/** Parameters by name: $p0, $p1 … */
export function createParameters(): Parameters & { readonly values: Record<string, BoundValue> } {
  const values: Record<string, BoundValue> = {}
  let count = 0
  return {
    values,
    bind: boundOnce((value, type) => {
      const name = `p${count++}`
      values[name] = { value, type }
      return `$${name}::${parameterTypes[type]}`
    }),
  }
}

/** The values that occur in the text, as the engine takes them: it rejects values that it does not need. */
export function engineValues(
  text: string,
  parameters: Readonly<Record<string, unknown>>,
): { readonly values: Record<string, DuckDBValue>; readonly types: Record<string, DuckDBType> } {
  const values: Record<string, DuckDBValue> = {}
  const types: Record<string, DuckDBType> = {}
  const used = new Set([...text.matchAll(/\$(p\d+)::/g)].map(([, name]) => name))
  for (const [name, bound] of Object.entries(parameters)) {
    if (!used.has(name)) continue
    const { value, type } = bound as BoundValue
    values[name] = engineValue(value, type)
    types[name] = engineTypes[type]
  }
  return { values, types }
}

const engineTypes: Readonly<Record<ParameterType, DuckDBType>> = {
  text: VARCHAR,
  int: BIGINT,
  float: DOUBLE,
  time: BIGINT,
  bool: BOOLEAN,
  key: BIGINT,
  json: VARCHAR,
  ints: LIST(BIGINT),
  floats: LIST(DOUBLE),
  texts: LIST(VARCHAR),
  keys: LIST(BIGINT),
}

function engineValue(value: unknown, type: ParameterType): DuckDBValue {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'int':
    case 'time':
    case 'key':
      return BigInt(value as number)
    case 'ints':
    case 'keys':
      return listValue((value as readonly number[]).map((one) => BigInt(one)))
    case 'floats':
      return listValue([...(value as readonly number[])])
    case 'texts':
      return listValue([...(value as readonly string[])])
    case 'float':
      return Number(value)
    case 'text':
    case 'json':
    case 'bool':
      return value as DuckDBValue
  }
}
