import { notBound, type Expr } from '../../contract/index.js'

type Case = Extract<Expr, { kind: 'case' }>

/**
 * Whether an engine may fold the expression to a constant, even if it contains columns: a `case` that a
 * literal decides, an `and` with false. Keys of groups, joins and sorts must not be constants; see
 * Dialect.constantColumn.
 */
export function mayBeConstant(expr: Expr): boolean {
  switch (expr.kind) {
    case 'literal':
      return true
    case 'column':
    case 'property':
      return false
    case 'bucket':
      return mayBeConstant(expr.time)
    case 'lookup':
      return mayBeConstant(expr.index)
    case 'compare':
    case 'math':
      return mayBeConstant(expr.left) && mayBeConstant(expr.right)
    case 'in':
    case 'match':
    case 'missing':
      return mayBeConstant(expr.value)
    case 'and':
    case 'or':
      return expr.terms.length === 0 || expr.terms.some(mayBeConstant)
    case 'not':
      return mayBeConstant(expr.term)
    case 'case': {
      const results = [...expr.branches.map((branch) => branch.then), expr.otherwise]
      return results.every(mayBeConstant) || expr.branches.some((branch) => mayBeConstant(branch.when))
    }
    case 'coalesce':
      return expr.values.some(mayBeConstant)
    case 'parse-time':
      return mayBeConstant(expr.text)
    case 'call':
      return expr.args.every(mayBeConstant)
    case 'calculated':
      throw notBound(expr)
    case 'bin':
      return expr.edges.length === 0 || mayBeConstant(expr.value)
    case 'tuple':
      return expr.items.every(mayBeConstant)
  }
}

/**
 * Removes the branches of a `case` that a literal decides. ClickHouse 26.7 would fold such a case itself, and
 * then miss the column in the rows that shards send to be sorted by it.
 *
 *     CASE WHEN false THEN 'a' WHEN os = 'x' THEN 'b' WHEN true THEN 'c' ELSE 'd' END
 *
 *     CASE WHEN os = 'x' THEN 'b' ELSE 'c' END
 */
export function decided(expr: Case): Case {
  const open = expr.branches.filter(({ when }) => when.kind !== 'literal' || when.value === true)
  const sure = open.findIndex(({ when }) => when.kind === 'literal')
  if (sure === -1) return { ...expr, branches: open }
  return { ...expr, branches: open.slice(0, sure), otherwise: open[sure]?.then ?? expr.otherwise }
}
