import { regexReach } from '../../../contract/index.js'
import { bucketColumn, type BucketText } from '../../sql/bucket.js'
import { mostSingleTexts, type Dialect, type Parameters } from '../../sql/dialect.js'
import { compileTopKGroups } from '../../sql/rules/top-k-then-fetch.js'
import { identityOperators } from '../../sql/identity/compile.js'
import { topKGroupsOperator } from '../../sql/identity/identity-free.js'
import { countsByDimensionOperator } from '../../sql/counts-by-dimension.js'
import { personsByDimensionOperator } from '../../sql/persons-by-dimension.js'
import { rollupOperator } from '../../sql/views/operator.js'
import { clickhouseCall } from './calls.js'
import { binText } from './bin.js'
import { bitsOf } from './bits.js'
import { compileCountsByDimension } from './counts-by-dimension.js'
import { compileClickHouseCohorts } from './cohorts.js'
import { identifier } from '../identifier.js'
import { parseIsoTime } from './iso-time.js'
import { readProperty } from './json.js'
import { endInParts, measureText } from './measures.js'
import { bindList, castTo, typedNull } from './parameters.js'
import { compileLifecycle } from './lifecycle.js'
import { compilePresence } from './presence.js'
import { devicesOf, linkedDevices, resolveFew, resolvePersons, scanSource } from './scan.js'
import { compileRollup } from '../views/rollups/scan.js'
import { compileSequence } from './sequence.js'
import { compilePersonsByDimension } from './bitmap/by-dimension.js'
import { compileSinceOrKnown, sinceOrKnownOperator } from './since-or-known.js'
import { compileSoleValue, soleValueOperator } from './sole-value.js'
import { compileStraddlingSessions, straddlingSessionsOperator } from './straddling-sessions.js'
import { compileTakings, takingsOperator } from './step-assignment.js'

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
  literal: (value, type, parameters) => (value === null ? typedNull(type) : parameters.bind(value, type)),
  bucket: (time, edges, total, parameters) =>
    bucketColumn(time, edges, total, bucketText(parameters), parameters),
  lookup(index, values, parameters) {
    const list = bindList(values, 'ints', parameters)
    return `if(${index} >= 0 AND ${index} < ${values.length}, arrayElement(${list}, ${index} + 1), NULL)`
  },
  bin: (value, edges, labels, parameters) =>
    binText(value, edges, labels, bucketText(parameters), parameters),
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
  endInParts,
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
  joinsFew: true,
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
    [countsByDimensionOperator]: compileCountsByDimension,
    [sinceOrKnownOperator]: compileSinceOrKnown,
    [soleValueOperator]: compileSoleValue,
    [straddlingSessionsOperator]: compileStraddlingSessions,
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
    const list = bindList(edges, 'ints', parameters)
    return `transform(roundDown(${value}, ${list}), ${list}, arrayMap(i -> toInt64(i), range(${edges.length})), toInt64(-1))`
  },
  within: (condition, index) => `if(${condition}, ${index}, NULL)`,
  never: 'CAST(NULL AS Nullable(Int64))',
})
