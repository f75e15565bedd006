import { noneLabel, otherLabel, type Relation } from '../../../../contract/index.js'
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
import { expandLists } from '../expand-lists.js'
import { groupedMask, positions } from './activity.js'

/**
 * Compiles a breakdown of distinct persons. It groups buckets into one mask per dimension and person, then counts each bucket of
 * a dimension at once. Example, with DE kept, bit 0 is Monday:
 *
 *   before: SELECT day, dimension, uniqExact(person) FROM events GROUP BY GROUPING SETS ((day, dimension), (dimension), ())
 *   after:  (1, Ann, 0b11), (1, Bob, 0b11), (0, Cy, 0b10)    -- masks per dimension and person
 *           (1, [2, 2], size 2), (0, [0, 1], size 1), (all persons: 3)    -- counted
 *           DE Mon 2, DE Tue 2, DE 2, (other) Tue 1, (other) 1, all 3 -- expanded and named
 *
 * Dimensions are positions in the list of kept labels. A string in the state of a group, or beside a number in its key, costs
 * as much as all the rest of the group.
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
  const counted = group(
    split,
    columnsNamed(split, [dimension]),
    [
      [
        'counts',
        keyColumn(`countResampleArray(0, ${bits}, 1)(${positions(columnOf(split, 'mask').sql, bits)})`),
      ],
      ['size', intColumn('count()')],
      ['all', intColumn(`uniqExact(${columnOf(split, 'person').sql})`)],
    ],
    [[dimension], []],
    scope,
  )
  const [counts = '', total = '', all = ''] = ['counts', 'size', 'all'].map(
    (name) => columnOf(counted, name).sql,
  )
  const each = expandLists(counted, { bits, dimension, counts, total, all }, scope)
  const of = columnOf(each, 'dimension').sql
  const other = scope.parameters.bind(otherLabel, 'text')
  const named = `if(${of} = 0, ${other}, arrayElement(tupleElement(${labels}, 1), assumeNotNull(${of})))`
  const columns = new Map([
    ...each.columns,
    ['dimension', { sql: `if(isNull(${of}), NULL, ${named})`, type: 'text', nullable: true }] as const,
  ])
  const answer = render({ ...each, columns }, [...columns.keys()], scope)
  return nest(`WITH ${lists} AS ${labels} ${answer}`, columns, scope)
}

/** The column with the position of a kept label, or 0 for all others. */
const dimension = '@dimension'
/** The column with the kept labels in keptLabels()'s result. */
const keptLabel = 'kept_label'

/** Whether rows find the positions of their labels. Shards do not know the list of kept labels: their groups have hashes. */
const placesRows = ({ shards }: Scope): boolean => shards === null

/**
 * Returns a scalar subquery with three lists of equal length: the kept labels as displayed, what they are found by, and their
 * positions from 1 on. The engine evaluates it once, before everything else.
 */
function keptLists(kept: Relation, scope: Scope): string {
  const labels = wrap(scope.compile(kept, new Set([keptLabel])), scope)
  const list = `groupArray(${columnOf(labels, keptLabel).sql})`
  const found = placesRows(scope) ? list : `arrayMap(l -> sipHash64(l), ${list})`
  return `(SELECT tuple(${list}, ${found}, arrayEnumerate(${list})) FROM ${labels.from}${whereClause(labels)})`
}

/** Returns one row per dimension and person, with `mask`. */
function maskedPersons(rows: Relation, labels: string, bits: number, scope: Scope): Select {
  const key = areOfDevices(rows) ? deviceKey : 'person'
  const located = scope.compile(rows, new Set(['label', key, bucketNumber]))
  const early = placesRows(scope)
  const label = columnOf(located, 'label')
  const grouped = group(
    located,
    [
      [dimension, keyColumn(early ? placeOf(textOf(label), labels, scope) : `sipHash64(${textOf(label)})`)],
      ...columnsNamed(located, [key]),
    ],
    [['mask', keyColumn(groupedMask(located, bucketNumber, bits))]],
    null,
    scope,
  )
  if (early && key === 'person') return grouped
  const persons = key === deviceKey ? scope.dialect.resolvePersons(grouped, scope) : grouped
  const hash = columnOf(persons, dimension).sql
  const placed = early
    ? persons
    : staged(
        persons,
        [
          ...columnsNamed(persons, ['person', 'mask']),
          [dimension, keyColumn(placeOf(hash, labels, scope, (text) => `sipHash64(${text})`))],
        ],
        scope,
      )
  return group(
    placed,
    columnsNamed(placed, [dimension, 'person']),
    [['mask', keyColumn(`groupBitOr(${columnOf(placed, 'mask').sql})`)]],
    null,
    scope,
  )
}

/** Returns a label as a string, which is '' if it is missing. */
const textOf = ({ sql, nullable, stored }: Column): string =>
  stored ?? (nullable ? `ifNull(${sql}, '')` : sql)

/**
 * Returns the position of a label, or 0. A missing label is displayed as one that may occur by itself. The engine finds the
 * position of each string of a dictionary once; as a plain number it is a cheaper key than one of a dictionary.
 * @param key returns the SQL by which a label is looked up: its text, or a hash of it
 */
function placeOf(label: string, labels: string, scope: Scope, key = (text: string): string => text): string {
  const shown = `if(${label} = ${key(`''`)}, ${key(scope.parameters.bind(noneLabel, 'text'))}, ${label})`
  return `CAST(transform(${shown}, tupleElement(${labels}, 2), tupleElement(${labels}, 3), toUInt32(0)) AS UInt32)`
}
