import type { Expr } from '../../../core/contract/index.js'
import { hourMs } from './tables.js'

/** Whether an hour never lies on both sides of the instant. */
export const isHour = (ms: number | null): boolean => ms === null || ms % hourMs === 0

/**
 * Whether the expression says the same of an event and of its hour; the columns it reads are added to `into`. Of the
 * time it may ask only what a whole hour has in common: its bucket, or whether it lies before an hour's start.
 */
export function fits(expr: Expr, into: Set<string>): boolean {
  switch (expr.kind) {
    case 'column':
      into.add(expr.name)
      return expr.name !== 'timestamp'
    case 'property':
      into.add(expr.column)
      return true
    case 'literal':
      return true
    case 'bucket':
      return ofTime(expr.time, into) ? expr.edges.every(isHour) : fits(expr.time, into)
    case 'compare': {
      const { left, op, right } = expr
      if (ofTime(left, into)) return (op === 'lt' || op === 'gte') && isHourLiteral(right)
      return fits(left, into) && fits(right, into)
    }
    case 'lookup':
      return fits(expr.index, into)
    case 'in':
    case 'match':
    case 'missing':
      return fits(expr.value, into)
    case 'and':
    case 'or':
      return expr.terms.every((term) => fits(term, into))
    case 'not':
      return fits(expr.term, into)
    case 'case':
      return (
        expr.branches.every(({ when, then }) => fits(when, into) && fits(then, into)) &&
        fits(expr.otherwise, into)
      )
    case 'math':
      return fits(expr.left, into) && fits(expr.right, into)
    case 'coalesce':
      return expr.values.every((value) => fits(value, into))
    case 'parse-time':
      return fits(expr.text, into)
  }
}

function ofTime(expr: Expr, into: Set<string>): boolean {
  if (expr.kind !== 'column' || expr.name !== 'timestamp') return false
  into.add(expr.name)
  return true
}

const isHourLiteral = (expr: Expr): boolean =>
  expr.kind === 'literal' && typeof expr.value === 'number' && isHour(expr.value)
