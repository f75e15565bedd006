import { notBound, type Expr } from '../../../contract/index.js'

/** The columns and instants that a plan requires of its scan; collected while its nodes are visited. */
export interface Needs {
  readonly columns: Set<string>
  /** The plan's instants, in milliseconds: the plan distinguishes the events before and after each. */
  readonly instants: Set<number>
}

/** The columns, and no instants yet. */
export const needs = (...columns: readonly string[]): Needs => ({
  columns: new Set(columns),
  instants: new Set(),
})

/** Other columns with the same set of instants. */
export const needsOther = ({ instants }: Needs, columns: Iterable<string>): Needs => ({
  columns: new Set(columns),
  instants,
})

/** Adds an instant: the plan distinguishes rows before it from those at or after it. Null adds nothing. */
export function cutAt(ms: number | null, { instants }: Needs): void {
  if (ms !== null) instants.add(ms)
}

/**
 * Whether the expression has one value for all events of a rollup's row, except in cut slots; adds its
 * columns and instants to `into`. It may read the time only by bucket or bin, or compared with an instant.
 *
 *     timestamp >= 12:00               true, adds the instant 12:00
 *     bucket(timestamp, midnights)     true, adds the midnights
 *     timestamp = 12:00, or timestamp  false: events of one slot differ
 *
 * @param time the column of the time, if it has another name
 */
export function isSlotSafe(expr: Expr, into: Needs, time = 'timestamp'): boolean {
  const isSafe = (part: Expr): boolean => isSlotSafe(part, into, time)
  switch (expr.kind) {
    case 'column':
      into.columns.add(expr.name)
      return expr.name !== time
    case 'property':
      into.columns.add(expr.column)
      return true
    case 'literal':
      return true
    case 'bucket':
      if (!ofTime(expr.time, into, time)) return isSafe(expr.time)
      for (const edge of expr.edges) cutAt(edge, into)
      return true
    case 'compare': {
      const { left, right } = expr
      if (!ofTime(left, into, time)) return isSafe(left) && isSafe(right)
      const instant = boundOf(expr)
      if (instant === null) return false
      cutAt(instant, into)
      return true
    }
    case 'lookup':
      return isSafe(expr.index)
    case 'in':
    case 'match':
    case 'missing':
      return isSafe(expr.value)
    case 'and':
    case 'or':
      return expr.terms.every(isSafe)
    case 'not':
      return isSafe(expr.term)
    case 'case':
      return expr.branches.every(({ when, then }) => isSafe(when) && isSafe(then)) && isSafe(expr.otherwise)
    case 'math':
      return isSafe(expr.left) && isSafe(expr.right)
    case 'coalesce':
      return expr.values.every(isSafe)
    case 'parse-time':
      return isSafe(expr.text)
    case 'call':
      return expr.args.every(isSafe)
    case 'calculated':
      throw notBound(expr)
    case 'bin':
      if (!ofTime(expr.value, into, time)) return isSafe(expr.value)
      for (const edge of expr.edges) cutAt(edge, into)
      return true
    case 'tuple':
      return expr.items.every(isSafe)
  }
}

function ofTime(expr: Expr, into: Needs, time: string): boolean {
  if (expr.kind !== 'column' || expr.name !== time) return false
  into.columns.add(expr.name)
  return true
}

/**
 * The instant at which the result of a comparison with a time changes; null for other comparisons, as `=`.
 */
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
