import {
  aggregate,
  and,
  columnsOf,
  equals,
  literal,
  mapInputs,
  typeOf,
  where,
  type Columns,
  type Expr,
  type Measure,
  type Relation,
  type Scalar,
} from '../../../../contract/index.js'
import { isEnd, isPlaced } from '../../../sql/identity/late-measures.js'
import type { Rule } from '../../../sql/optimizer.js'
import { soleValue } from '../sole-value.js'
import { conditionsBeside, isEmptyWith, same } from './is-empty-with.js'

type Of<K extends (Relation | Expr)['kind']> = Extract<Relation | Expr, { kind: K }>

/** The only value of the column that the branches of a union are chosen by. */
export interface BranchFacts {
  readonly branch: Scalar
  /** The value was the only one before, so the branch checks it while it reads. */
  readonly isGuess?: true
}

/**
 * Keeps one branch of a union that is joined with the latest value of a column, if a statement before this one
 * found no other value in it. The latest value is then that one.
 *
 *     SELECT a.* FROM (SELECT 'gauge' AS type, … UNION ALL SELECT 'counter' AS type, … UNION ALL …) AS a
 *     JOIN (SELECT argMax(type, timestamp) AS type FROM metrics WHERE name = 'cpu') AS b ON a.type = b.type
 *
 *     SELECT type FROM metrics WHERE name = 'cpu' GROUP BY type      first: gauge
 *     SELECT 'gauge' AS type, …                                      then
 *
 *     SELECT 'gauge' AS type, … WHERE NOT throwIf(type != 'gauge')   if gauge was the only one before
 */
export const chooseBranch: Rule<BranchFacts> = {
  name: 'choose-branch',
  at: 'every-node',
  apply(node, { branch, isGuess }) {
    const found = branchesIn(node)
    return (isGuess ? found?.guesses : found?.branches)?.get(branch) ?? null
  },
}

export interface Branches {
  readonly branches: ReadonlyMap<Scalar, Relation>
  /** One row for each value that occurs, as `value`. */
  readonly values: Relation
  /**
   * The branches that check their value while they read. They answer if no other value occurs, so only branches are here
   * that have no rows if nothing occurs.
   */
  readonly guesses: ReadonlyMap<Scalar, Relation>
}

/** The first node of the plan whose branches can be chosen; null if there is none. */
export function branchesOf(plan: Relation): Branches | null {
  let found: Branches | null = null
  const visit = (node: Relation): Relation => {
    found ??= branchesIn(node)
    return found === null ? mapInputs(node, visit) : node
  }
  visit(plan)
  return found
}

function branchesIn(node: Relation): Branches | null {
  if (node.kind !== 'join' || node.how !== 'inner' || node.left.kind !== 'union') return null
  const [key, ...others] = node.on
  if (key === undefined || others.length > 0 || node.right.kind !== 'aggregate') return null
  const value = latestOf(node.right, key.right)
  if (value === null) return null
  const columns = columnsOf(node)
  const branches = new Map<Scalar, Relation>()
  for (const input of node.left.inputs) {
    const constant = constantIn(input, key.left)
    if (constant === null || branches.has(constant) || !hasColumns(input, columns)) return null
    branches.set(constant, input)
  }
  const { input } = node.right
  const guesses = new Map<Scalar, Relation>()
  for (const [branch, relation] of branches) {
    const checked = isEmptyWith(relation, input) ? whileReading(relation, input, { value, branch }) : null
    if (checked !== null) guesses.set(branch, checked)
  }
  return { branches, values: aggregate(input, { value }, {}), guesses }
}

/** Replaces the condition that the rows have the branch's value by the check of it; null if it is not found. */
function whileReading(
  relation: Relation,
  rows: Relation,
  chosen: { readonly value: Of<'column'>; readonly branch: Scalar },
): Relation | null {
  const beside = conditionsBeside(relation, rows)
  if (beside === null) {
    if (!('input' in relation)) return null
    const input = whileReading(relation.input, rows, chosen)
    return input && mapInputs(relation, () => input)
  }
  const { value, branch } = chosen
  const isOne = same(equals(value, literal(branch, typeOf(value, columnsOf(rows)))))
  const others = beside.filter((term) => same(term) !== isOne)
  if (others.length === beside.length) return null
  const checked = soleValue(rows, { column: value.name, value: branch })
  return others.length === 0 ? checked : where(checked, and(...others))
}

/** The column whose latest value is the aggregate's only one; null if it computes anything else. */
function latestOf({ by, sets, measures }: Of<'aggregate'>, name: string): Of<'column'> | null {
  const measure: Measure | undefined = measures[name]
  if (measure === undefined || sets !== null || Object.keys(by).length > 0) return null
  if (Object.keys(measures).length > 1 || !isEnd(measure) || !isPlaced(measure)) return null
  return measure.value.kind === 'column' ? measure.value : null
}

/** Whether the relation has these columns, with these types: a union casts its inputs to one type. */
function hasColumns(relation: Relation, columns: Columns): boolean {
  const own = columnsOf(relation)
  const names = Object.keys(columns)
  return names.length === Object.keys(own).length && names.every((name) => own[name] === columns[name])
}

/** The literal that the column is in all rows of the relation; null if it is not one. */
function constantIn(relation: Relation, name: string): Scalar | null {
  if (relation.kind !== 'select' && relation.kind !== 'derive') return null
  const expr = relation.columns[name]
  if (expr?.kind === 'literal') return expr.value
  if (expr === undefined) return relation.kind === 'derive' ? constantIn(relation.input, name) : null
  return expr.kind === 'column' ? constantIn(relation.input, expr.name) : null
}
