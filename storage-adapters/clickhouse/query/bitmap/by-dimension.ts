import {
  choose,
  column,
  missing,
  otherLabel,
  shownLabel,
  text,
  type Interval,
  type OperatorNode,
} from '../../../../core/contract/index.js'
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
 * The buckets of each label and device as the bits of a mask, then of each dimension and person; equal masks of a
 * dimension are counted, and only these are told apart by bucket.
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

/** The column of the shown labels that keptLabels() returns. */
const keptLabel = 'kept_label'

/**
 * Each person of each dimension: `@dimension`, which is 0 for labels that are not kept, `dimension`, `person` and `mask`. Labels
 * are grouped by hashes, as devices are: two numbers are a key that the engine packs, a text and a number are not.
 */
function maskedPersons(node: OperatorNode, scope: Scope): Select {
  const { edges } = node.options as PersonsByDimensionOptions
  const [rows, kept] = node.inputs
  if (rows === undefined || kept === undefined) throw new Error('rows are split by the labels that are kept')
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
  const told = staged(
    labelled,
    [
      ...columnsNamed(labelled, ['person', 'mask', 'shown']),
      ['@dimension', keyColumn(`if(${isKept}, sipHash64(${label}), 0)`)],
    ],
    scope,
  )
  const dimension = choose([{ when: missing(column('kept')), then: text(otherLabel) }], column('shown'))
  const ifKept = { ...keyColumn(`nullIf(${columnOf(told, '@dimension').sql}, 0)`), nullable: true }
  const whole = withColumns(told, [['kept', ifKept]])
  const dimensions = withColumns(whole, [['dimension', compileExpr(dimension, whole, scope)]])
  return group(
    dimensions,
    columnsNamed(dimensions, ['@dimension', 'person']),
    [anyOf(dimensions, 'dimension'), ['mask', keyColumn(`groupBitOr(${columnOf(told, 'mask').sql})`)]],
    null,
    scope,
  )
}

const anyOf = (from: Select, name: string): readonly [string, Column] => {
  const one = columnOf(from, name)
  return [name, { ...one, sql: `any(${one.sql})` }]
}

const countColumn = (sql: string): Column => intColumn(`toInt64(${sql})`)
