import type { Expr } from '../../../core/contract/index.js'
import { collectAll } from '../required-columns.js'

/**
 * The terms of a condition that only a device with a link can meet, and that ask nothing but its user: the links tell
 * the devices that do, and nobody needs to know the user of every row.
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

/** Whether it asks for rows of identified persons, and nothing else. */
export const asksIdentified = (condition: Expr): boolean =>
  condition.kind === 'and'
    ? condition.terms.length > 0 && condition.terms.every(asksIdentified)
    : condition.kind === 'not' && condition.term.kind === 'missing' && isUser(condition.term.value)

const isUser = (expr: Expr): boolean => expr.kind === 'column' && expr.name === 'user_id'

/** Whether it is certainly false where there is no user; a comparison with null is. */
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
