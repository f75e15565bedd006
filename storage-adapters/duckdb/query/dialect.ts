import {
  bucketColumn,
  edgesReached,
  type BucketText,
  type Column,
  devicesOf,
  type Dialect,
  identityOperators,
  linkedDevices,
  type Measure,
  mostSingleTexts,
  type Parameters,
  regexReach,
  resolvePersons,
} from 'sextant/storage'
import { duckdbCall } from './calls.js'
import { readProperty } from './json.js'
import { parameterTypes as types } from './parameters.js'
import { scanSource } from './scan.js'

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** More edges of numbers than this are searched: the engine plans a CASE slowly. */
const mostCompared = 10

/**
 * More edges of times than this are searched. The engine takes 14 ms to plan so many comparisons and 270 for 400; a lambda
 * over them takes 0.7 µs a row.
 */
const mostSummed = 64

/** The SQL of DuckDB for the nodes of a plan; docs/operators.md defines their meaning. */
export const duckdbDialect: Dialect = {
  identifier,
  scan: scanSource,
  resolvePersons,
  devicesOf,
  linkedDevices,
  joinsFew: true,
  property: readProperty,
  count: 'count(*)',
  literal: (value, type, parameters) =>
    value === null ? `NULL::${types[type]}` : parameters.bind(value, type),
  bucket: (time, edges, total, parameters) =>
    bucketColumn(time, edges, total, bucketText(parameters), parameters),
  // A list is read from 1 on, and from its end below 0.
  lookup: (index, values, parameters) =>
    `(CASE WHEN ${index} >= 0 THEN (${parameters.bind(values, 'ints')})[${index} + 1] END)`,
  bin({ sql, type, nullable }, edges, labels, parameters) {
    const text = (index: number): string => parameters.bind(labels[index] ?? '', 'text')
    const isTime = type === 'time'
    if (isTime || edges.length > mostCompared) {
      const reached = isTime
        ? edgesReached(sql, edges, bucketText(parameters), parameters)
        : `len(list_filter(${parameters.bind(edges, 'floats')}, lambda edge: edge <= ${sql}))`
      const label = `(${parameters.bind(labels, 'texts')})[${reached} + 1]`
      return nullable ? `(CASE WHEN ${sql} IS NOT NULL THEN ${label} END)` : label
    }
    const branches = edges.map(
      (edge, index) => ` WHEN ${sql} < ${parameters.bind(edge, 'float')} THEN ${text(index)}`,
    )
    return `(CASE WHEN ${sql} IS NULL THEN NULL${branches.join('')} ELSE ${text(edges.length)} END)`
  },
  orFalse: (sql) => `coalesce(${sql}, false)`,
  match(how, value, pattern, parameters) {
    const bound = parameters.bind(pattern, 'text')
    if (how === 'regex') return `regexp_matches(left(${value}, ${regexReach}), ${bound})`
    if (how === 'contains') return `contains(${value}, ${bound})`
    return `${how === 'starts-with' ? 'starts_with' : 'ends_with'}(${value}, ${bound})`
  },
  oneOf(value, options, parameters) {
    if (value.type === 'text' && options.length > mostSingleTexts)
      return `(${value.sql} IN (SELECT unnest(${parameters.bind(options, 'texts')})))`
    const list = options.map((option) => parameters.bind(option, value.type))
    return `(${value.sql} IN (${list.join(', ')}))`
  },
  toFloat: (sql) => `(${sql})::DOUBLE`,
  constantColumn: (sql) => `coalesce(${sql})`,
  // Adding 0 makes -0 and 0 equal.
  divide: (left, right) => `((${left})::DOUBLE / nullif((${right})::DOUBLE, 0) + 0)`,
  multiply: (left, right) => `(${left} * ${right} + 0)`,
  parseTime: (text) => `sextant_iso_time(${text})`,
  call: duckdbCall,
  byBytes: ({ sql }) => sql,
  measure: measureText,
  windowFunction(fn, value, partition, order) {
    const parts = partition === '' ? '' : `PARTITION BY ${partition} `
    const over = `${parts}ORDER BY ${order}`
    if (fn === 'next') return `lead(${value.sql}) OVER (${over})`
    if (fn === 'min-before')
      return `min(${value.sql}) OVER (${over} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
    const frame = fn === 'total' ? parts : `${over} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`
    const sum = `sum(${value.sql}) OVER (${frame})`
    return value.type === 'int' ? `(${sum})::BIGINT` : sum
  },
  spine: (count, parameters) => ({
    from: `range(${parameters.bind(count, 'int')}) AS n(number)`,
    column: 'n.number',
  }),
  castForUnion: ({ sql, type }) => `(${sql})::${types[type]}`,
  operators: identityOperators,
}

const bucketText = (parameters: Parameters): BucketText => ({
  dayNumber: (day) => day,
  divide: (value, step) => `(${value} // ${step})`,
  reached: (value, instant) => `(${value} >= ${instant})::INTEGER`,
  // A tenth to a thirtieth of a lambda's cost, which is called for each row and edge.
  search(value, edges) {
    if (edges.length > mostSummed)
      return `(len(list_filter(${parameters.bind(edges, 'ints')}, lambda edge: edge <= ${value})) - 1)`
    const reached = edges.map((edge) => `(${value} >= ${parameters.bind(edge, 'int')})::INTEGER`)
    return `(${reached.join(' + ')} - 1)::BIGINT`
  },
  within: (condition, index) => `(CASE WHEN ${condition} THEN ${index} END)`,
  never: 'NULL::BIGINT',
})

/** Interpolates like the memory store: the engine's own quantile_cont rounds otherwise in the last digit. */
function quantile(value: string, level: number): string {
  const position = `(${level}::DOUBLE * (len(l) - 1))`
  const below = `l[floor(${position})::BIGINT + 1]`
  const above = `l[ceil(${position})::BIGINT + 1]`
  const interpolated = `${below} + (${above} - ${below}) * (${position} - floor(${position}))`
  return `list_transform([list_sort(list(${value}) FILTER (WHERE ${value} IS NOT NULL))], lambda l: ${interpolated})[1]`
}

function measureText(
  measure: Exclude<Measure, { kind: 'count' }>,
  { sql, type }: Column,
  order: readonly Column[],
): string {
  switch (measure.kind) {
    case 'count-distinct':
      return `count(DISTINCT ${sql})`
    case 'sum':
      return type === 'int' ? `sum(${sql})::BIGINT` : `sum(${sql})`
    case 'avg':
      return `avg(${sql})`
    case 'min':
    case 'max':
      if (type === 'bool') return `${measure.kind === 'min' ? 'bool_and' : 'bool_or'}(${sql})`
      return `${measure.kind}(${sql})`
    case 'quantile':
      return quantile(`(${sql})::DOUBLE`, measure.level)
    case 'first':
    case 'last': {
      const direction = measure.kind === 'first' ? 'ASC' : 'DESC'
      const keys = order.map((one) => `${one.sql} ${direction}`).join(', ')
      const known = order.map((one) => `${one.sql} IS NOT NULL`).join(' AND ')
      return `first(${sql} ORDER BY ${keys}) FILTER (WHERE ${known})`
    }
  }
}
