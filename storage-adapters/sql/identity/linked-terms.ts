import type { Expr } from '../../../contract/index.js'
import { collectAll } from '../required-columns.js'

/**
 * Splits a condition into the terms that the links alone decide (`linked`) and all
 * others. A linked term reads only `user_id` and is false without a user, so it holds
 * for the devices whose link meets it, whatever the row.
 *
 *     user_id = 'ada' AND os = 'x'     linked: user_id = 'ada'    others: os = 'x'
 *     missing(user_id)                 linked: none               others: missing(user_id)
 */
export function linkedTerms(condition: Expr): {
  readonly linked: readonly Expr[]
  readonly others: readonly Expr[]
} {
  const terms = condition.kind === 'and' ? condition.terms : [condition]
  const linked = terms.filter((term) => asksOnlyUser(term) && isFalseWithoutUser(term))
  return { linked, others: terms.filter((term) => !linked.includes(term)) }
}

function asksOnlyUser(condition: Expr): boolean {
  const names = [...collectAll([condition])]
  return names.length > 0 && names.every((name) => name === 'user_id')
}

/** Whether the condition is true exactly for the rows of identified persons: user_id is not missing. */
export const asksIdentified = (condition: Expr): boolean =>
  condition.kind === 'and'
    ? condition.terms.length > 0 && condition.terms.every(asksIdentified)
    : condition.kind === 'not' && condition.term.kind === 'missing' && isUser(condition.term.value)

const isUser = (expr: Expr): boolean => expr.kind === 'column' && expr.name === 'user_id'

/** Whether the condition is certainly false if user_id is null, as every comparison with null is. */
function isFalseWithoutUser(condition: Expr): boolean {
  switch (condition.kind) {
    case 'compare':
      return isUser(condition.left) || isUser(condition.right)
    case 'in':
    case 'match':
      return isUser(condition.value)
    case 'and':
      return condition.terms.some(isFalseWithoutUser)
    case 'or':
      return condition.terms.length > 0 && condition.terms.every(isFalseWithoutUser)
    case 'not':
      return asksIdentified(condition)
    default:
      return false
  }
}
