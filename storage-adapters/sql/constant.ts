import type { Expr } from '../../core/contract/index.js'

type Case = Extract<Expr, { kind: 'case' }>

/**
 * Whether an engine can find out that the expression is the same for every row, columns in it or not: a `case` that
 * is decided by a literal, an `and` with false. What is grouped, joined or sorted by must not be one, see constantColumn.
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
  }
}

/**
 * The case without the branches that a literal rules out or makes the last. ClickHouse 26.7 finds out by itself that it is
 * a constant, and then misses it in what shards send that are to sort by it.
 */
export function decided(expr: Case): Case {
  const open = expr.branches.filter(({ when }) => when.kind !== 'literal' || when.value === true)
  const sure = open.findIndex(({ when }) => when.kind === 'literal')
  if (sure === -1) return { ...expr, branches: open }
  return { ...expr, branches: open.slice(0, sure), otherwise: open[sure]?.then ?? expr.otherwise }
}
