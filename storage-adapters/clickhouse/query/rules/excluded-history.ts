import { isDeepStrictEqual } from 'node:util'
import {
  column,
  type AggregateNode,
  type Expr,
  type OperatorNode,
  type Relation,
} from '../../../../contract/index.js'
import { isOperator, semiJoinOperator, type SemiJoin } from '../../../sql/identity/nodes.js'

/**
 * Groups without those whose key has an earlier row, which is looked up among the keys of the groups' own rows:
 *
 *     groups WHERE key NOT IN (SELECT key FROM history WHERE key IN (SELECT key FROM present))
 */
export interface ExcludedHistory {
  readonly aggregate: AggregateNode
  /** The conditions on the groups. */
  readonly conditions: readonly Expr[]
  /** The column of the rows that is the key; no row of the groups lacks it. */
  readonly key: string
  /** The look-up of earlier rows, and these. */
  readonly earlier: OperatorNode
  readonly history: Relation
  /** The relation whose keys are looked up, with the key as the column `right`, and its rows. */
  readonly present: Relation
  readonly presentRows: Relation
  readonly right: string
}

/** Returns the parts of such groups, or null for other nodes. */
export function excludedHistory({ inputs, options }: OperatorNode): ExcludedHistory | null {
  const [groups, begun] = inputs
  const outer = options as SemiJoin
  if (outer.excluded !== true || groups === undefined || begun === undefined) return null
  const [conditions, aggregate] = filtersOf(groups)
  if (aggregate.kind !== 'aggregate' || aggregate.sets !== null) return null
  const key = keyOf(aggregate, outer.left)
  const earlier = keysOf(begun, outer.right, key)
  if (key === null || earlier === null || !isOperator(earlier, semiJoinOperator)) return null
  const [history, present] = earlier.inputs
  const { left, right, excluded = false, few } = earlier.options as SemiJoin
  if (history === undefined || present === undefined || left !== key || excluded || few) return null
  const presentRows = keysOf(present, right, key)
  return presentRows && { aggregate, conditions, key, earlier, history, present, presentRows, right }
}

/** The terms of the filters above a relation, and the relation. */
export function filtersOf(relation: Relation): readonly [readonly Expr[], Relation] {
  if (relation.kind !== 'where') return [[], relation]
  const [conditions, rows] = filtersOf(relation.input)
  const { condition } = relation
  return [[...(condition.kind === 'and' ? condition.terms : [condition]), ...conditions], rows]
}

/** The same, below further columns of the rows, which never replace one that they have. */
export function rowsBelow(relation: Relation): readonly [readonly Expr[], Relation] {
  const [conditions, rows] = filtersOf(relation)
  if (rows.kind !== 'derive') return [conditions, rows]
  const [others, below] = rowsBelow(rows.input)
  return [[...conditions, ...others], below]
}

/** The condition that a row has the column. */
export const hasColumn = (name: string): Expr => ({
  kind: 'not',
  term: { kind: 'missing', value: column(name) },
})

/** The one key of the groups in the rows, if the groups call it `name` and no row lacks it; null otherwise. */
function keyOf({ by, input }: AggregateNode, name: string): string | null {
  const [key, ...others] = Object.entries(by)
  if (key === undefined || others.length > 0 || key[0] !== name || key[1].kind !== 'column') return null
  const { name: own } = key[1]
  return rowsBelow(input)[0].some((term) => isDeepStrictEqual(term, hasColumn(own))) ? own : null
}

/** The rows whose key is selected under a name; null for other relations. */
function keysOf(relation: Relation, name: string, key: string | null): Relation | null {
  if (relation.kind !== 'select') return null
  const { [name]: expr } = relation.columns
  return expr?.kind === 'column' && expr.name === key ? relation.input : null
}
