import type { ColumnType } from '../../../contract/index.js'
import { boundOnce } from '../../sql/bound-once.js'
import type { Parameters, ParameterType } from '../../sql/dialect.js'

/** The engine's type of each type of plans. */
const types: Readonly<Record<ParameterType, string>> = {
  text: 'String',
  int: 'Int64',
  float: 'Float64',
  time: 'Int64',
  bool: 'Bool',
  key: 'UInt64',
  json: 'JSON',
  ints: 'Array(Int64)',
  floats: 'Array(Float64)',
  texts: 'Array(String)',
  keys: 'Array(UInt64)',
}

/**
 * Characters per parameter: ClickHouse rejects parameters over 128 KiB, and this many stay below it when
 * escaped and in UTF-8.
 */
const mostCharacters = 20_000

/**
 * Returns parameters that ClickHouse binds, such as {p0:String}. Values are sent apart from the statement;
 * lists over the size limit are split and joined by arrayConcat. Equal values are one parameter, because the
 * engine takes 1,000 of them (http_max_fields).
 */
export function createParameters(): Parameters & { readonly values: Record<string, unknown> } {
  const values: Record<string, unknown> = {}
  let count = 0
  const bindOne = (value: unknown, type: ParameterType): string => {
    const name = `p${count++}`
    values[name] = value
    return `{${name}:${types[type]}}`
  }
  return {
    values,
    bind: boundOnce((value, type) => {
      if (!Array.isArray(value)) return bindOne(value, type)
      const parts = inParts(value).map((part) => bindOne(part, type))
      const [only] = parts
      return only !== undefined && parts.length === 1 ? only : `arrayConcat(${parts.join(', ')})`
    }),
  }
}

function inParts(list: readonly unknown[]): readonly (readonly unknown[])[] {
  const parts: unknown[][] = [[]]
  let size = 0
  for (const item of list) {
    const length = String(item).length + 3
    if (size > 0 && size + length > mostCharacters) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(item)
    size += length
  }
  return parts
}

/** Casts an expression to the engine's type of a column. */
export const castTo = (sql: string, type: ColumnType, nullable: boolean): string =>
  type === 'json' ? sql : `CAST(${sql} AS ${nullable ? `Nullable(${types[type]})` : types[type]})`

/** A null of a column's type. */
export const typedNull = (type: ColumnType): string => `CAST(NULL AS Nullable(${types[type]}))`

/** A list of more items than this is read by a subquery of its own. */
const mostNamed = 100

/**
 * Binds a list that functions read. The engine names what it computes by its arguments, so each step over a long
 * list would have all items in its name; the result of a subquery has a short one.
 *
 *     transform(roundDown(time, (SELECT {p0:Array(Int64)})), (SELECT {p0:Array(Int64)}), …)
 */
export function bindList(
  list: readonly unknown[],
  type: 'ints' | 'floats' | 'texts',
  parameters: Parameters,
): string {
  const bound = parameters.bind(list, type)
  return list.length > mostNamed ? `(SELECT ${bound})` : bound
}
