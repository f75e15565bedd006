import {
  choose,
  column,
  missing,
  otherLabel,
  shownLabel,
  text,
  type Interval,
  type OperatorNode,
} from '../../../../contract/index.js'
import { deviceKey, type NativeOperator, type Scope } from '../../../sql/dialect.js'
import { compileExpr } from '../../../sql/expr.js'
import { group } from '../../../sql/group.js'
import { areOfDevices } from '../../../sql/identity/nodes.js'
import { bucketNumber, type PersonsByDimensionOptions } from '../../../sql/persons-by-dimension.js'
import {
  columnOf,
  columnsNamed,
  intColumn,
  keyColumn,
  staged,
  whereClause,
  withColumns,
  wrap,
  type Column,
  type Select,
} from '../../../sql/select.js'
import { groupedMask } from './activity.js'
import { windowsOf } from './windows.js'

/**
 * Compiles a breakdown of distinct persons. It groups buckets into one mask per label and device, then per
 * dimension and person, and expands only distinct masks to buckets. Example, with DE kept, bit 0 is Monday:
 *
 *   before: SELECT day, dimension, uniqExact(person) FROM events GROUP BY GROUPING SETS ((day, dimension), (dimension), ())
 *   after:  (DE, Ann, 0b11), (DE, Bob, 0b11), ((other), Cy, 0b10)          -- masks per dimension and person
 *           (DE, 0b11, size 2), ((other), 0b10, size 1), (all persons: 3)  -- counted
 *           DE Mon 2, DE Tue 2, DE 2, (other) Tue 1, (other) 1, all 3      -- expanded
 */
export const compilePersonsByDimension: NativeOperator = (node, _, scope) => {
  const { edges } = node.options as PersonsByDimensionOptions
  const bits = edges.length - 1
  const split = maskedPersons(node, scope)
  const alike = group(
    split,
    columnsNamed(split, ['@dimension', 'mask']),
    [
      anyOf(split, 'dimension'),
      ['size', countColumn('count()')],
      ['all', countColumn(`uniqExact(${columnOf(split, 'person').sql})`)],
    ],
    [['@dimension', 'mask'], []],
    scope,
  )
  const buckets = edges.slice(1).map((to, at): Interval => ({ from: edges[at] ?? to, to }))
  const whole = { from: edges[0] ?? 0, to: edges.at(-1) ?? 0 }
  const isAll = `isNull(${columnOf(alike, '@dimension').sql})`
  const met = windowsOf(`ifNull(${columnOf(alike, 'mask').sql}, 0)`, [...buckets, whole], edges)
  const each = staged(
    alike,
    [
      ...columnsNamed(alike, ['@dimension', 'dimension']),
      ['window', countColumn(`arrayJoin(if(${isAll}, [${bits}], ${met}))`)],
      ['size', countColumn(`if(${isAll}, ${columnOf(alike, 'all').sql}, ${columnOf(alike, 'size').sql})`)],
    ],
    scope,
  )
  const counted = group(
    each,
    columnsNamed(each, ['@dimension', 'window']),
    [anyOf(each, 'dimension'), ['value', countColumn(`sum(${columnOf(each, 'size').sql})`)]],
    null,
    scope,
  )
  const [window = '', of = ''] = ['window', '@dimension'].map((name) => columnOf(counted, name).sql)
  const named = columnOf(counted, 'dimension')
  const columns = new Map<string, Column>([
    ['bucket', { sql: `nullIf(${window}, ${bits})`, type: 'int', nullable: true }],
    ['dimension', { ...named, sql: `if(isNull(${of}), NULL, ${named.sql})`, nullable: true }],
    ['value', columnOf(counted, 'value')],
  ])
  return { ...counted, text: null, columns }
}

/** The column with the kept labels in keptLabels()'s result. */
const keptLabel = 'kept_label'

/**
 * Returns one row per dimension and person: `@dimension` (0 for labels that are not kept), `dimension`,
 * `person` and `mask`. Groups by hashes of labels: ClickHouse packs two numbers into one key, but not a
 * string and a number.
 */
function maskedPersons(node: OperatorNode, scope: Scope): Select {
  const { edges } = node.options as PersonsByDimensionOptions
  const [rows, kept] = node.inputs
  if (rows === undefined || kept === undefined)
    throw new Error('persons by dimension require the rows and the kept labels')
  const key = areOfDevices(rows) ? deviceKey : 'person'
  const located = scope.compile(rows, new Set(['label', key, bucketNumber]))
  const found = columnOf(located, 'label')
  const grouped = group(
    located,
    [['@label', keyColumn(`sipHash64(ifNull(${found.sql}, ''))`)], ...columnsNamed(located, [key])],
    [anyOf(located, 'label'), ['mask', keyColumn(groupedMask(located, bucketNumber, edges.length - 1))]],
    null,
    scope,
  )

  const persons = key === deviceKey ? scope.dialect.resolvePersons(grouped, scope) : grouped
  const shown = compileExpr(shownLabel(column('label')), persons, scope)
  const labelled = staged(persons, [...columnsNamed(persons, ['person', 'mask']), ['shown', shown]], scope)
  const labels = wrap(scope.compile(kept, new Set([keptLabel])), scope)
  const list = `SELECT ${columnOf(labels, keptLabel).sql} FROM ${labels.from}${whereClause(labels)}`
  const label = columnOf(labelled, 'shown').sql
  const isKept = `${label} ${scope.shards?.everywhere ?? ''}IN (${list})`
  const dimensioned = staged(
    labelled,
    [
      ...columnsNamed(labelled, ['person', 'mask', 'shown']),
      ['@dimension', keyColumn(`if(${isKept}, sipHash64(${label}), 0)`)],
    ],
    scope,
  )
  const dimension = choose([{ when: missing(column('kept')), then: text(otherLabel) }], column('shown'))
  const ifKept = { ...keyColumn(`nullIf(${columnOf(dimensioned, '@dimension').sql}, 0)`), nullable: true }
  const whole = withColumns(dimensioned, [['kept', ifKept]])
  const dimensions = withColumns(whole, [['dimension', compileExpr(dimension, whole, scope)]])
  return group(
    dimensions,
    columnsNamed(dimensions, ['@dimension', 'person']),
    [anyOf(dimensions, 'dimension'), ['mask', keyColumn(`groupBitOr(${columnOf(dimensioned, 'mask').sql})`)]],
    null,
    scope,
  )
}

const anyOf = (from: Select, name: string): readonly [string, Column] => {
  const one = columnOf(from, name)
  return [name, { ...one, sql: `any(${one.sql})` }]
}

const countColumn = (sql: string): Column => intColumn(`toInt64(${sql})`)
