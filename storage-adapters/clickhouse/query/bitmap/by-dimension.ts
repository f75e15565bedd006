import { noneLabel, otherLabel, type Interval, type Relation } from '../../../../contract/index.js'
import { deviceKey, type NativeOperator, type Scope } from '../../../sql/dialect.js'
import { group } from '../../../sql/group.js'
import { areOfDevices } from '../../../sql/identity/nodes.js'
import { bucketNumber, type PersonsByDimensionOptions } from '../../../sql/persons-by-dimension.js'
import {
  columnOf,
  columnsNamed,
  intColumn,
  keyColumn,
  nest,
  render,
  staged,
  whereClause,
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
 *   after:  (1, Ann, 0b11), (1, Bob, 0b11), (0, Cy, 0b10)             -- masks per dimension and person
 *           (1, 0b11, size 2), (0, 0b10, size 1), (all persons: 3)    -- counted
 *           DE Mon 2, DE Tue 2, DE 2, (other) Tue 1, (other) 1, all 3 -- expanded and named
 *
 * Labels are hashes until the kept ones are found, and then their positions in the list of kept labels. A string
 * in the state of a group, or beside a number in its key, costs as much as all the rest of the group.
 */
export const compilePersonsByDimension: NativeOperator = (node, _, scope) => {
  const { edges } = node.options as PersonsByDimensionOptions
  const [rows, kept] = node.inputs
  if (rows === undefined || kept === undefined)
    throw new Error('persons by dimension require the rows and the kept labels')
  const bits = edges.length - 1
  const labels = scope.alias()
  const lists = keptLists(kept, scope)
  const split = maskedPersons(rows, labels, bits, scope)
  const alike = group(
    split,
    columnsNamed(split, ['@dimension', 'mask']),
    [
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
      ...columnsNamed(alike, ['@dimension']),
      ['window', countColumn(`arrayJoin(if(${isAll}, [${bits}], ${met}))`)],
      ['size', countColumn(`if(${isAll}, ${columnOf(alike, 'all').sql}, ${columnOf(alike, 'size').sql})`)],
    ],
    scope,
  )
  const counted = group(
    each,
    columnsNamed(each, ['@dimension', 'window']),
    [['value', countColumn(`sum(${columnOf(each, 'size').sql})`)]],
    null,
    scope,
  )
  const [window = '', of = ''] = ['window', '@dimension'].map((name) => columnOf(counted, name).sql)
  const other = scope.parameters.bind(otherLabel, 'text')
  const named = `if(${of} = 0, ${other}, arrayElement(tupleElement(${labels}, 1), assumeNotNull(${of})))`
  const columns = new Map<string, Column>([
    ['bucket', { sql: `nullIf(${window}, ${bits})`, type: 'int', nullable: true }],
    ['dimension', { sql: `if(isNull(${of}), NULL, ${named})`, type: 'text', nullable: true }],
    ['value', columnOf(counted, 'value')],
  ])
  const answer = render({ ...counted, text: null, columns }, [...columns.keys()], scope)
  return nest(`WITH ${lists} AS ${labels} ${answer}`, columns, scope)
}

/** The column with the kept labels in keptLabels()'s result. */
const keptLabel = 'kept_label'

/**
 * Returns a scalar subquery with three lists of equal length: the kept labels as displayed, their hashes and their
 * positions from 1 on. The engine evaluates it once, before everything else.
 */
function keptLists(kept: Relation, scope: Scope): string {
  const labels = wrap(scope.compile(kept, new Set([keptLabel])), scope)
  const list = `groupArray(${columnOf(labels, keptLabel).sql})`
  const lists = `tuple(${list}, arrayMap(l -> sipHash64(l), ${list}), arrayEnumerate(${list}))`
  return `(SELECT ${lists} FROM ${labels.from}${whereClause(labels)})`
}

/**
 * Returns one row per dimension and person: `@dimension`, the position of the kept label or 0 for all others,
 * `person` and `mask`.
 */
function maskedPersons(rows: Relation, labels: string, bits: number, scope: Scope): Select {
  const key = areOfDevices(rows) ? deviceKey : 'person'
  const located = scope.compile(rows, new Set(['label', key, bucketNumber]))
  const grouped = group(
    located,
    [['@label', keyColumn(labelHash(columnOf(located, 'label')))], ...columnsNamed(located, [key])],
    [['mask', keyColumn(groupedMask(located, bucketNumber, bits))]],
    null,
    scope,
  )
  const persons = key === deviceKey ? scope.dialect.resolvePersons(grouped, scope) : grouped
  // A missing label is displayed as one that may occur by itself.
  const hash = columnOf(persons, '@label').sql
  const shown = `if(${hash} = sipHash64(''), sipHash64(${scope.parameters.bind(noneLabel, 'text')}), ${hash})`
  const place = `transform(${shown}, tupleElement(${labels}, 2), tupleElement(${labels}, 3), toUInt32(0))`
  const placed = staged(
    persons,
    [...columnsNamed(persons, ['person', 'mask']), ['@dimension', keyColumn(place)]],
    scope,
  )
  return group(
    placed,
    columnsNamed(placed, ['@dimension', 'person']),
    [['mask', keyColumn(`groupBitOr(${columnOf(placed, 'mask').sql})`)]],
    null,
    scope,
  )
}

/** Returns the hash of a label, that of '' if it is missing. */
const labelHash = ({ sql, nullable, stored }: Column): string =>
  `sipHash64(${stored ?? (nullable ? `ifNull(${sql}, '')` : sql)})`

const countColumn = (sql: string): Column => intColumn(`toInt64(${sql})`)
