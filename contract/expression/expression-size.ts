import type { Expr } from '../plan.js'

/** The number of nodes of expressions, or more than `most` if they have more. A shared node counts each time. */
export function sizeOf(exprs: readonly (Expr | null)[], most: number): number {
  let count = 0
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || count > most) return
    if (Array.isArray(value)) {
      if (typeof value[0] === 'object') value.forEach(visit)
      return
    }
    if ('kind' in value) count++
    Object.values(value).forEach(visit)
  }
  exprs.forEach(visit)
  return count
}
