import { regexReach, type ColumnType, type Measure } from '../../../contract/index.js'
import { bucketColumn, type BucketText } from '../../sql/bucket.js'
import { mostSingleTexts, type Dialect, type Parameters, type ParameterType } from '../../sql/dialect.js'
import type { Column } from '../../sql/select.js'
import { compileTopKGroups } from '../../sql/rules/top-k-then-fetch.js'
import { identityOperators } from '../../sql/identity/compile.js'
import { topKGroupsOperator } from '../../sql/identity/identity-free.js'
import { personsByDimensionOperator } from '../../sql/persons-by-dimension.js'
import { rollupOperator } from '../../sql/views/operator.js'
import { clickhouseCall } from './calls.js'
import { binText } from './bin.js'
import { bitsOf } from './bits.js'
import { compileClickHouseCohorts } from './cohorts.js'
import { identifier } from '../identifier.js'
import { parseIsoTime } from './iso-time.js'
import { readProperty } from './json.js'
import { compileLifecycle } from './lifecycle.js'
import { compilePresence } from './presence.js'
import { devicesOf, linkedDevices, resolveFew, resolvePersons, scanSource } from './scan.js'
import { compileRollup } from '../views/rollups/scan.js'
import { compileSequence } from './sequence.js'
import { compilePersonsByDimension } from './bitmap/by-dimension.js'
import { compileTakings, takingsOperator } from './step-assignment.js'

const types: Readonly<Record<ParameterType, string>> = {
  text: 'String',
  int: 'Int64',
  float: 'Float64',
  time: 'Int64',
  bool: 'Bool',
  key: 'UInt64',
  json: 'JSON',
  ints: 'Array(Int64)',
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
 * lists over the size limit are split and joined by arrayConcat. Equal numbers and texts are one parameter, because the
 * engine takes 1,000 of them (http_max_fields) and an expression may stand in a statement many times.
 */
export function createParameters(): Parameters & { readonly values: Record<string, unknown> } {
  const values: Record<string, unknown> = {}
  const known = new Map<string, string>()
  let count = 0
  const bindOne = (value: unknown, type: ParameterType): string => {
    const isPlain = typeof value === 'string' || (typeof value === 'number' && !Object.is(value, -0))
    const key = isPlain ? `${type} ${value}` : null
    const bound = key === null ? undefined : known.get(key)
    if (bound !== undefined) return bound
    const name = `p${count++}`
    values[name] = value
    const text = `{${name}:${types[type]}}`
    if (key !== null) known.set(key, text)
    return text
  }
  return {
    values,
    bind(value, type) {
      if (!Array.isArray(value)) return bindOne(value, type)
      const parts = inParts(value).map((part) => bindOne(part, type))
      const [only] = parts
      return only !== undefined && parts.length === 1 ? only : `arrayConcat(${parts.join(', ')})`
    },
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

const castTo = (sql: string, type: ColumnType, nullable: boolean): string =>
  type === 'json' ? sql : `CAST(${sql} AS ${nullable ? `Nullable(${types[type]})` : types[type]})`

/** ClickHouse's dialect. docs/operators.md explains the semantics. */
export const clickhouseDialect: Dialect = {
  identifier,
  scan: scanSource,
  resolvePersons,
  resolveFew,
  devicesOf,
  linkedDevices,
  property: readProperty,
  count: 'toInt64(count())',
  literal: (value, type, parameters) =>
    value === null ? `CAST(NULL AS Nullable(${types[type]}))` : parameters.bind(value, type),
  bucket: (time, edges, total, parameters) =>
    bucketColumn(time, edges, total, bucketText(parameters), parameters),
  lookup(index, values, parameters) {
    const list = parameters.bind(values, 'ints')
    return `if(${index} >= 0 AND ${index} < ${values.length}, arrayElement(${list}, ${index} + 1), NULL)`
  },
  bin: binText,
  orFalse: (sql) => `ifNull(${sql}, false)`,
  eager: bitsOf,
  match(how, value, pattern, parameters) {
    // In ClickHouse the dot matches newlines; in plain RE2 it does not.
    if (how === 'regex') {
      const bound = parameters.bind(`(?-s)${pattern}`, 'text')
      // leftUTF8 copies, so short values are matched as they are.
      return `if(length(${value}) <= ${regexReach}, match(${value}, ${bound}), match(leftUTF8(${value}, ${regexReach}), ${bound}))`
    }
    const bound = parameters.bind(pattern, 'text')
    if (how === 'contains') return `(position(${value}, ${bound}) > 0)`
    return `${how === 'starts-with' ? 'startsWith' : 'endsWith'}(${value}, ${bound})`
  },
  oneOf(value, options, parameters) {
    if (value.type === 'text' && options.length > mostSingleTexts)
      return `(${value.sql} IN (${parameters.bind(options, 'texts')}))`
    const list = options.map((option) => parameters.bind(option, value.type))
    return `(${value.sql} IN (${list.join(', ')}))`
  },
  toFloat: (sql) => `toFloat64(${sql})`,
  // Joined subqueries lose columns that the engine recognizes as constant.
  constantColumn: (sql) => `materialize(${sql})`,
  // Grouping would separate -0 from 0; adding 0 makes them equal.
  divide: (left, right) => `(${left} / nullIf(${right}, 0) + 0)`,
  multiply: (left, right) => `(${left} * ${right} + 0)`,
  parseTime: parseIsoTime,
  call: clickhouseCall,
  byBytes: ({ sql }) => sql,
  measure: measureText,
  distinctInParts: {
    part: (value) => `uniqExactState(${value})`,
    merge: (parts) => `toInt64(uniqExactMerge(${parts}))`,
  },
  distinctInLists: {
    part: (value) => `arrayDistinct(groupArray(${value}))`,
    merge: (parts) => `toInt64(uniqExactArray(${parts}))`,
  },
  endInParts: {
    part: (kind, value, order) => `${argEnd[kind]}State(${endValue(value)}, ${orderKey(order)})`,
    merge: (kind, parts, value) => endTaken(`${argEnd[kind]}Merge(${parts})`, value),
  },
  windowFunction(fn, value, partition, order) {
    const parts = partition === '' ? '' : `PARTITION BY ${partition} `
    const over = `${parts}ORDER BY ${order}`
    if (fn === 'total') return `sum(${value.sql}) OVER (${parts})`
    if (fn === 'running-sum')
      return `sum(${value.sql}) OVER (${over} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`
    if (fn === 'min-before')
      return `minOrNull(${value.sql}) OVER (${over} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
    return `leadInFrame(toNullable(${value.sql})) OVER (${over} ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)`
  },
  sortsByDay: true,
  limitWithTies: (count) => ` LIMIT ${count} WITH TIES`,
  spine: (count, parameters) => ({
    from: `numbers(${parameters.bind(count, 'int')}) AS n`,
    column: 'toInt64(n.number)',
  }),
  castForUnion: ({ sql, type, nullable }) => castTo(sql, type, nullable),
  operators: {
    ...identityOperators,
    presence: compilePresence,
    lifecycle: compileLifecycle,
    cohorts: compileClickHouseCohorts,
    sequence: compileSequence,
    [rollupOperator]: compileRollup,
    [topKGroupsOperator]: compileTopKGroups,
    [takingsOperator]: compileTakings,
    [personsByDimensionOperator]: compilePersonsByDimension,
  },
}

const bucketText = (parameters: Parameters): BucketText => ({
  dayNumber: (day) => `toInt64(${day})`,
  divide: (value, step) => `intDiv(${value}, ${step})`,
  reached: (value, instant) => `toInt64(${value} >= ${instant})`,
  // roundDown finds the edge by binary search; transform finds its index in a hash table.
  search(value, edges) {
    const list = parameters.bind(edges, 'ints')
    return `transform(roundDown(${value}, ${list}), ${list}, arrayMap(i -> toInt64(i), range(${edges.length})), toInt64(-1))`
  },
  within: (condition, index) => `if(${condition}, ${index}, NULL)`,
  never: 'CAST(NULL AS Nullable(Int64))',
})

function measureText(
  measure: Exclude<Measure, { kind: 'count' }>,
  value: Column,
  order: readonly Column[],
  certain: boolean,
): string {
  // OrNull stores a boolean with every state, so it is used only where a group may have no value.
  const orNull = certain ? '' : 'OrNull'
  switch (measure.kind) {
    case 'count-distinct':
      return `toInt64(uniqExact(${value.sql}))`
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return `${measure.kind}${orNull}(${value.sql})`
    case 'quantile':
      return `quantileExactInclusive${orNull}(${measure.level})(${value.sql})`
    case 'first':
    case 'last': {
      const keys = orderKey(order)
      if (certain) return endTaken(`${argEnd[measure.kind]}(${endValue(value)}, ${keys})`, value)
      // Returns null if no row has all keys of the order.
      const sql = value.type === 'text' ? value.sql : castTo(value.sql, value.type, true)
      const kept = { ...value, sql, nullable: true }
      const known = order.map((one) => `isNotNull(${one.sql})`).join(' AND ')
      return endTaken(`${argEnd[measure.kind]}If(${endValue(kept)}, ${keys}, ${known})`, kept)
    }
  }
}

const argEnd = { first: 'argMin', last: 'argMax' } as const

/**
 * Encodes a value for argMin and argMax, which skip null values. A string gets a prefix, so that null can be
 * the empty string. Other types are wrapped in a tuple, which keeps null but takes three times as long.
 */
function endValue({ sql, type, nullable }: Column): string {
  if (type === 'json') return `tuple(${sql})`
  if (!nullable) return sql
  return type === 'text' ? `ifNull(concat('+', ${sql}), '')` : `tuple(${sql})`
}

/** Decodes the result of argMin or argMax over endValue. */
function endTaken(taken: string, { type, nullable }: Column): string {
  if (type !== 'json' && !nullable) return taken
  return type === 'text' ? `if(${taken} = '', NULL, substring(${taken}, 2))` : `tupleElement(${taken}, 1)`
}

const whole: ReadonlySet<ColumnType> = new Set(['int', 'time'])

/**
 * Returns the sort key of argMin and argMax. Two integers are packed into one Int128, which compares four
 * times as fast as a tuple. Rows with a null key must be excluded by the caller.
 */
function orderKey(order: readonly Column[]): string {
  const [high, low] = order.map(({ sql, nullable }) => (nullable ? `assumeNotNull(${sql})` : sql))
  if (order.length === 2 && order.every(({ type }) => whole.has(type)))
    return `(toInt128(${high ?? ''}) * toInt128('18446744073709551616') + ${low ?? ''})`
  return `tuple(${order.map(({ sql }) => sql).join(', ')})`
}
