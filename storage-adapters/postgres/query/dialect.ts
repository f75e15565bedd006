import { createHash } from 'node:crypto'
import { regexReach, type ColumnType, type Measure, type PropertyForm } from '../../../contract/index.js'
import { bucketColumn, edgesReached, type BucketText } from '../../sql/bucket.js'
import { mostSingleTexts, type Dialect, type Parameters } from '../../sql/dialect.js'
import { compileTopKGroups } from '../../sql/rules/top-k-then-fetch.js'
import { identityOperators } from '../../sql/identity/compile.js'
import { devicesOf, linkedDevices, resolvePersons } from '../../sql/identity/links-by-device.js'
import { topKGroupsOperator } from '../../sql/identity/identity-free.js'
import type { Column } from '../../sql/select.js'
import { rollupOperator } from '../../sql/views/operator.js'
import { postgresCall } from './calls.js'
import { compilePostgresCohorts } from './cohorts.js'
import { compilePostgresLifecycle } from './lifecycle.js'
import { parameterTypes as types } from './parameters.js'
import { compilePostgresPresence } from './presence.js'
import { toPostgresRegex } from '../regex/translate.js'
import { compileRollup } from '../views/rollups/scan.js'
import { scanSource } from './scan.js'

/**
 * A quoted identifier. Postgres truncates names at 63 bytes, which could
 * make two equal, so longer ones are hashed.
 */
const identifier = (name: string): string =>
  Buffer.byteLength(name) > 63
    ? `"${createHash('md5').update(name).digest('hex')}"`
    : `"${name.replaceAll('"', '""')}"`

/** The SQL of Postgres for the nodes of a plan; docs/operators.md defines their meaning. */
export const postgresDialect: Dialect = {
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
  lookup: (index, values, parameters) => `(${parameters.bind(values, 'ints')})[(${index} + 1)::int]`,
  bin({ sql, type, nullable }, edges, labels, parameters) {
    const list = `(${parameters.bind(labels, 'texts')})`
    if (type === 'time') {
      const label = `${list}[(${edgesReached(sql, edges, bucketText(parameters), parameters)} + 1)::int]`
      return nullable ? `(CASE WHEN ${sql} IS NOT NULL THEN ${label} END)` : label
    }
    const value = type === 'int' ? `(${sql})::double precision` : sql
    return `${list}[width_bucket(${value}, ${parameters.bind(edges, 'floats')}) + 1]`
  },
  orFalse: (sql) => `coalesce(${sql}, false)`,
  match(how, value, pattern, parameters) {
    if (how === 'regex')
      return `(left(${value}, ${regexReach}) ~ ${parameters.bind(toPostgresRegex(pattern), 'text')})`
    const bound = parameters.bind(pattern, 'text')
    if (how === 'contains') return `(strpos(${value}, ${bound}) > 0)`
    if (how === 'starts-with') return `starts_with(${value}, ${bound})`
    return `(right(${value}, length(${bound})) = ${bound})`
  },
  oneOf(value, options, parameters) {
    if (value.type === 'text' && options.length > mostSingleTexts)
      return `(${value.sql} = ANY (${parameters.bind(options, 'texts')}))`
    const list = options.map((option) => parameters.bind(option, value.type))
    return `(${value.sql} IN (${list.join(', ')}))`
  },
  toFloat: (sql) => `(${sql})::double precision`,
  // Postgres rejects a bare constant in GROUP BY and ORDER BY.
  constantColumn: (sql) => `coalesce(${sql})`,
  divide: (left, right) => `((${left})::double precision / nullif((${right})::double precision, 0))`,
  multiply: (left, right) => `(${left} * ${right})`,
  parseTime: (text) => `sextant_functions.iso_time(${text})`,
  call: postgresCall,
  byBytes: ({ sql, type }) => (type === 'text' ? `(${sql}) COLLATE "C"` : sql),
  measure: measureText,
  windowFunction(fn, value, partition, order) {
    const parts = partition === '' ? '' : `PARTITION BY ${partition} `
    const over = `${parts}ORDER BY ${order}`
    if (fn === 'next') return `lead(${value.sql}) OVER (${over})`
    if (fn === 'min-before')
      return `min(${value.sql}) OVER (${over} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`
    const frame = fn === 'total' ? parts : `${over} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW`
    const sum = `sum(${value.sql}) OVER (${frame})`
    return value.type === 'int' ? `(${sum})::bigint` : sum
  },
  limitWithTies: (count) => ` FETCH FIRST (${count}) ROWS WITH TIES`,
  spine: (count, parameters) => ({
    from: `generate_series(0::bigint, ${parameters.bind(count - 1, 'int')}) AS n(number)`,
    column: 'n.number',
  }),
  castForUnion: ({ sql, type }) => castTo(sql, type),
  operators: {
    ...identityOperators,
    cohorts: compilePostgresCohorts,
    lifecycle: compilePostgresLifecycle,
    presence: compilePostgresPresence,
    [topKGroupsOperator]: compileTopKGroups,
    [rollupOperator]: compileRollup,
  },
}

const castTo = (sql: string, type: ColumnType): string => `(${sql})::${types[type]}`

function readProperty(json: string, name: string, as: PropertyForm, parameters: Parameters): Column {
  const literal = `(${json} -> ${parameters.bind(name, 'text')})`
  const segments = name.split('.')
  const nested = segments.map((segment) => ` -> ${parameters.bind(segment, 'text')}`).join('')
  const value =
    segments.length === 1
      ? literal
      : `(CASE WHEN coalesce(jsonb_typeof(${literal}), 'null') <> 'null' THEN ${literal} ELSE ${json}${nested} END)`
  const kind = `jsonb_typeof(${value})`
  switch (as) {
    case 'text':
      return {
        sql: `(CASE WHEN ${kind} = 'string' THEN ${value} #>> '{}' END)`,
        type: 'text',
        nullable: true,
      }
    case 'number':
      return {
        sql: `(CASE WHEN ${kind} = 'number' THEN (${value})::double precision END)`,
        type: 'float',
        nullable: true,
      }
    case 'boolean':
      return {
        sql: `(CASE WHEN ${kind} = 'boolean' THEN (${value})::boolean END)`,
        type: 'bool',
        nullable: true,
      }
    case 'label':
      return { sql: `sextant_functions.json_label(${value})`, type: 'text', nullable: true }
    case 'exists':
      return { sql: `(coalesce(${kind}, 'null') <> 'null')`, type: 'bool', nullable: false }
  }
}

const bucketText = (parameters: Parameters): BucketText => ({
  dayNumber: (day) => `(${day} - DATE '1970-01-01')::bigint`,
  divide: (value, step) => `(${value} / ${step})`,
  reached: (value, instant) => `(${value} >= ${instant})::int`,
  search: (value, edges) => `(width_bucket(${value}, ${parameters.bind(edges, 'ints')}) - 1)::bigint`,
  within: (condition, index) => `(CASE WHEN ${condition} THEN ${index} END)`,
  never: 'NULL::bigint',
})

function measureText(
  measure: Exclude<Measure, { kind: 'count' }>,
  value: Column,
  order: readonly Column[],
): string {
  const { sql, type } = value
  switch (measure.kind) {
    case 'count-distinct':
      return `count(DISTINCT ${sql})`
    case 'sum':
      return type === 'int' ? `sum(${sql})::bigint` : `sum(${sql})`
    case 'avg':
      return `avg((${sql})::double precision)`
    case 'min':
    case 'max':
      if (type === 'bool') return `${measure.kind === 'min' ? 'bool_and' : 'bool_or'}(${sql})`
      return `${measure.kind}(${postgresDialect.byBytes(value)})`
    case 'quantile':
      return `percentile_cont(${measure.level}) WITHIN GROUP (ORDER BY (${sql})::double precision)`
    case 'first':
    case 'last': {
      const direction = measure.kind === 'first' ? 'ASC' : 'DESC'
      const keys = order.map((one) => `${postgresDialect.byBytes(one)} ${direction}`).join(', ')
      const known = order.map((one) => `${one.sql} IS NOT NULL`).join(' AND ')
      return `(array_agg(${sql} ORDER BY ${keys}) FILTER (WHERE ${known}))[1]`
    }
  }
}
