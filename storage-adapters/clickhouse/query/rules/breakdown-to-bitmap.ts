import {
  derive,
  type AggregateNode,
  type Expr,
  type OperatorNode,
  type Relation,
} from '../../../../core/contract/index.js'
import { isColumn } from './distinct-to-bitmap.js'
import { dayMs } from '../../../sql/edges.js'
import { isDistinct, isIdentityFree } from '../../../sql/identity/identity-free.js'
import type { Rule } from '../../../sql/optimizer.js'
import { rangeOf } from '../../../sql/range-of.js'

/** An operator of this adapter alone: distinct persons by bucket and dimension. */
export const splitPersonsOperator = '@split-persons'

export interface SplitPersons {
  /** The ends of the buckets. */
  readonly edges: readonly number[]
  /** Of a label how it is shown; of that its dimension, where `kept` is null for labels that are not told apart. */
  readonly shown: Expr
  readonly dimension: Expr
  readonly keptLabel: string
}

/**
 * Answers a series of distinct persons with a breakdown (see series.ts of the contract) by one grouping: each bucket and
 * dimension, each dimension, and all. Does not fit where rows may lie outside the buckets.
 *
 *     SELECT day, country, uniqExact(person) FROM events GROUP BY GROUPING SETS ((day, country), (country), ())
 *
 *     SELECT …, count() FROM (SELECT person, country, groupBitOr(1 << day) AS days FROM events GROUP BY person, country)
 *     … GROUP BY GROUPING SETS ((day, country), (country), ())
 */
export const breakdownToBitmap: Rule<unknown> = {
  name: 'breakdown-to-bitmap',
  at: 'every-node',
  apply: (node) => (node.kind === 'aggregate' ? asSplitPersons(node) : null),
}

function asSplitPersons(node: AggregateNode): Relation | null {
  const cut = node.input
  if (cut.kind !== 'derive' || cut.input.kind !== 'join' || cut.input.how !== 'left') return null
  const { left: told, right: kept, on } = cut.input
  const [key, ...moreKeys] = on
  if (told.kind !== 'derive' || told.input.kind !== 'aggregate' || key === undefined) return null
  const { input: rows, by, measures, sets } = told.input
  const isSeries =
    JSON.stringify(node.sets) === JSON.stringify([['bucket', 'dimension'], ['dimension'], []]) &&
    hasColumns(node.by, { bucket: 'bucket', dimension: 'dimension' }) &&
    Object.keys(node.measures).join() === 'value' &&
    Object.keys(by).sort().join() === 'bucket,label,part' &&
    Object.keys(measures).length === 0 &&
    sets === null
  const { value } = node.measures
  const { bucket, label, part } = by
  const { shown } = told.columns
  const { dimension } = cut.columns
  if (!isSeries || bucket?.kind !== 'bucket' || shown === undefined || dimension === undefined) return null
  const isOfPersons =
    value?.kind === 'count-distinct' && isColumn(value.value, 'part') && isColumn(part, 'person')
  const isCut =
    moreKeys.length === 0 && key.left === 'shown' && isDistinct(kept, key.right) && tellsIfKept(dimension)
  if (!isOfPersons || !isCut || !isColumn(label, 'label') || !isColumn(bucket.time, 'timestamp')) return null

  const { edges } = bucket
  const { from, to } = rangeOf(rows)
  const [first, end] = [edges[0], edges.at(-1)]
  if (first === undefined || end === undefined || !isWorthMasks(end - first, edges.length - 1)) return null
  if (from === null || to === null || from < first || to > end || !isIdentityFree(rows)) return null
  const options: SplitPersons = { edges, shown, dimension, keptLabel: key.right }
  const operator: OperatorNode = {
    kind: 'operator',
    operator: splitPersonsOperator,
    inputs: [derive(rows, { [bitColumn]: bucket }), kept],
    options,
    columns: { bucket: 'int', dimension: 'text', value: 'int' },
  }
  return Object.freeze(operator)
}

/** The number of a row's bucket. */
export const bitColumn = '@bit'

const hasColumns = (by: AggregateNode['by'], names: Readonly<Record<string, string>>): boolean =>
  Object.keys(by).join() === Object.keys(names).join() &&
  Object.entries(names).every(([name, of]) => isColumn(by[name], of))

/** Few days or hours have few rows of a person to put together: the plan as it stands is the shorter way. */
const isWorthMasks = (ms: number, buckets: number): boolean =>
  ms >= 5 * dayMs && ms / buckets >= 0.9 * dayMs && buckets <= 128

/** Whether it is the shown label, or a constant where the label is not kept. */
const tellsIfKept = (dimension: Expr): boolean => {
  if (dimension.kind !== 'case' || !isColumn(dimension.otherwise, 'shown')) return false
  const [only, ...others] = dimension.branches
  return (
    others.length === 0 &&
    only?.when.kind === 'missing' &&
    isColumn(only.when.value, 'kept') &&
    only.then.kind === 'literal'
  )
}
