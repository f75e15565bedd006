import type { Expr } from '../../../core/contract/index.js'

/** What a plan asks of the rows at its root. */
export interface Needs {
  readonly columns: Set<string>
  /** The instants of the plan: the events of a slot that one lies within are told apart. */
  readonly instants: Set<number>
}

export const needs = (...columns: readonly string[]): Needs => ({
  columns: new Set(columns),
  instants: new Set(),
})

/** The same instants, other columns. */
export const needsOther = ({ instants }: Needs, columns: Iterable<string>): Needs => ({
  columns: new Set(columns),
  instants,
})

/** The rows before the instant are told from those at or after it. */
export function cutAt(ms: number | null, { instants }: Needs): void {
  if (ms !== null) instants.add(ms)
}

/**
 * Whether the expression says the same of an event and of its slot, the cut slots aside; what it reads is added to
 * `into`. Of the time it may ask only what a whole slot has in common: its bucket, or whether it lies before an instant.
 */
export function isSlotSafe(expr: Expr, into: Needs): boolean {
  switch (expr.kind) {
    case 'column':
      into.columns.add(expr.name)
      return expr.name !== 'timestamp'
    case 'property':
      into.columns.add(expr.column)
      return true
    case 'literal':
      return true
    case 'bucket':
      if (!ofTime(expr.time, into)) return isSlotSafe(expr.time, into)
      for (const edge of expr.edges) cutAt(edge, into)
      return true
    case 'compare': {
      const { left, right } = expr
      if (!ofTime(left, into)) return isSlotSafe(left, into) && isSlotSafe(right, into)
      const instant = boundOf(expr)
      if (instant === null) return false
      cutAt(instant, into)
      return true
    }
    case 'lookup':
      return isSlotSafe(expr.index, into)
    case 'in':
    case 'match':
    case 'missing':
      return isSlotSafe(expr.value, into)
    case 'and':
    case 'or':
      return expr.terms.every((term) => isSlotSafe(term, into))
    case 'not':
      return isSlotSafe(expr.term, into)
    case 'case':
      return (
        expr.branches.every(({ when, then }) => isSlotSafe(when, into) && isSlotSafe(then, into)) &&
        isSlotSafe(expr.otherwise, into)
      )
    case 'math':
      return isSlotSafe(expr.left, into) && isSlotSafe(expr.right, into)
    case 'coalesce':
      return expr.values.every((value) => isSlotSafe(value, into))
    case 'parse-time':
      return isSlotSafe(expr.text, into)
  }
}

function ofTime(expr: Expr, into: Needs): boolean {
  if (expr.kind !== 'column' || expr.name !== 'timestamp') return false
  into.columns.add(expr.name)
  return true
}

/** The first instant after the bound of a comparison with a time; null: it compares otherwise. */
function boundOf({ op, right }: Extract<Expr, { kind: 'compare' }>): number | null {
  if (right.kind !== 'literal' || typeof right.value !== 'number') return null
  switch (op) {
    case 'lt':
    case 'gte':
      return right.value
    case 'gt':
    case 'lte':
      return Math.floor(right.value) + 1
    case 'eq':
    case 'ne':
      return null
  }
}
