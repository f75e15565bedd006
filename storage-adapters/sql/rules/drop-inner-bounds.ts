import { callOf, rewrite, type CallExpr, type Expr, type Relation } from '../../../contract/index.js'
import type { Rule } from '../optimizer.js'

/**
 * Drops the limit of an operand where that of the result says the same. Numbers of 1e300 and more are null: an
 * operand as large as that stays as large if a constant of 1 and more multiplies it, or a small one is added.
 *
 *     bounded(bounded(amount) * 2)          bounded(bounded(amount) - 5)
 *
 *     bounded(amount * 2)                   bounded(amount - 5)
 *
 * `amount * 0.5` and `amount * count` keep both: 1e300 * 0.5 is below the limit.
 */
export const dropInnerBounds: Rule<unknown> = {
  name: 'drop-inner-bounds',
  at: 'root',
  apply(plan) {
    const dropped: Relation = rewrite(plan, (node) => (isCall(node) ? withoutInner(node) : undefined))
    return dropped === plan ? null : dropped
  },
}

const isCall = (node: object): node is CallExpr => 'kind' in node && node.kind === 'call' && 'fn' in node

/** Returns the call with the property in place of its bounded value, or undefined if nothing changes. */
function withoutInner({ fn, args }: CallExpr): Expr | undefined {
  const [left, right] = args
  if (left === undefined || right === undefined) return undefined
  const [ofLeft, ofRight] = [boundedProperty(left), boundedProperty(right)]
  if (ofLeft !== null && keepsSize(fn, right, false)) return callOf(fn, [ofLeft, right])
  if (ofRight !== null && keepsSize(fn, left, true)) return callOf(fn, [left, ofRight])
  return undefined
}

function boundedProperty(expr: Expr): Expr | null {
  const [value] = expr.kind === 'call' && expr.fn === 'bounded' ? expr.args : []
  return value?.kind === 'property' ? value : null
}

/** A number of 1e300 has a distance of 1e284 to the next one: to add less than half of it changes nothing. */
const unnoticed = 1e280

/** Whether each number of 1e300 and more stays at least as large. `first`: the constant is the first operand. */
function keepsSize(fn: CallExpr['fn'], constant: Expr, first: boolean): boolean {
  if (constant.kind !== 'literal' || typeof constant.value !== 'number') return false
  const size = Math.abs(constant.value)
  switch (fn) {
    case 'times':
      return size >= 1
    case 'over':
      return !first && size > 0 && size <= 1
    case 'plus':
    case 'minus':
      return size < unnoticed
    default:
      return false
  }
}
