import type { Expr } from '../../core/contract/index.js'

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
