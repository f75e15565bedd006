import type { Expr, Scalar } from '../../contract/index.js'

/**
 * Returns the expression's value if all its columns and properties are null; undefined if that is not decided
 * here.
 *
 *     coalesce(n, 0) = 0    true
 *     n > 3                 false
 *     lower(name) = 'ada'   undefined
 */
export function valueOfMissing(expr: Expr): Scalar | null | undefined {
  switch (expr.kind) {
    case 'column':
      return null
    case 'property':
      return expr.as === 'exists' ? false : null
    case 'literal':
      return expr.value
    case 'missing':
      return isKnown(valueOfMissing(expr.value), (value) => value === null)
    case 'not':
      return isKnown(valueOfMissing(expr.term), (value) => value !== true)
    case 'and':
    case 'or': {
      const decisive = expr.kind === 'or'
      const values = expr.terms.map(valueOfMissing)
      if (values.includes(undefined)) return undefined
      return values.some((value) => (value === true) === decisive) ? decisive : !decisive
    }
    case 'in':
    case 'match':
      return isKnown(valueOfMissing(expr.value), (value) => (value === null ? false : undefined))
    case 'compare':
      return compared(expr)
    case 'coalesce':
      return firstOf(expr.values.map(valueOfMissing))
    default:
      return undefined
  }
}

const isKnown = (
  value: Scalar | null | undefined,
  of: (value: Scalar | null) => boolean | undefined,
): boolean | undefined => (value === undefined ? undefined : of(value))

const firstOf = (values: readonly (Scalar | null | undefined)[]): Scalar | null | undefined =>
  values.reduce<Scalar | null | undefined>((found, value) => (found === null ? value : found), null)

/** Compares numbers only: the order of strings is the engine's. */
function compared({ op, left, right }: Extract<Expr, { kind: 'compare' }>): boolean | undefined {
  const [one, other] = [valueOfMissing(left), valueOfMissing(right)]
  if (one === null || other === null) return false
  if (typeof one !== 'number' || typeof other !== 'number') return undefined
  switch (op) {
    case 'eq':
      return one === other
    case 'ne':
      return one !== other
    case 'lt':
      return one < other
    case 'lte':
      return one <= other
    case 'gt':
      return one > other
    case 'gte':
      return one >= other
  }
}
