import { and, where, type Expr, type Relation, type Scalar } from '../../../contract/index.js'
import type { Rule } from '../optimizer.js'
import { columnNames } from '../required-columns.js'

/**
 * Drops a condition that a condition on the same rows implies: one that lists values of a column, all of which the
 * dropped one admits too.
 *
 *     SELECT … FROM (SELECT … FROM events WHERE event_name IN ('a', 'b')) WHERE event_name = 'a' OR event_name = 'b'
 *
 *     SELECT … FROM events WHERE event_name IN ('a', 'b')
 */
export const dropImpliedConditions: Rule<unknown> = {
  name: 'drop-implied-conditions',
  at: 'every-node',
  apply(node) {
    if (node.kind !== 'where') return null
    const terms = termsOf(node.condition)
    const left = terms.filter((term) => !isImplied(term, node.input))
    if (left.length === terms.length) return null
    return left.length === 0 ? node.input : where(node.input, and(...left))
  },
}

const termsOf = (condition: Expr): readonly Expr[] =>
  condition.kind === 'and' ? condition.terms : [condition]

function isImplied(term: Expr, rows: Relation): boolean {
  if (rows.kind === 'derive')
    return ![...columnNames([term])].some((name) => name in rows.columns) && isImplied(term, rows.input)
  if (rows.kind !== 'where') return false
  return termsOf(rows.condition).some((known) => implies(known, term)) || isImplied(term, rows.input)
}

function implies(known: Expr, term: Expr): boolean {
  const [from, to] = [admitted(known), admitted(term)]
  if (from === null || to === null || from.column !== to.column) return false
  const values = new Set(to.values)
  return from.values.every((value) => values.has(value))
}

interface Admitted {
  readonly column: string
  readonly values: readonly (Scalar | null)[]
}

/** The values of a column that meet the condition; null if it reads anything else. */
function admitted(condition: Expr): Admitted | null {
  switch (condition.kind) {
    case 'compare': {
      const { op, left, right } = condition
      const isValue = op === 'eq' && left.kind === 'column' && right.kind === 'literal'
      return isValue ? { column: left.name, values: [right.value] } : null
    }
    case 'in':
      return condition.value.kind === 'column'
        ? { column: condition.value.name, values: condition.options }
        : null
    case 'or': {
      const found = condition.terms.map(admitted)
      const [first] = found
      if (first === undefined || first === null) return null
      const values = found.flatMap((one) => (one?.column === first.column ? [one.values] : []))
      return values.length === found.length ? { column: first.column, values: values.flat() } : null
    }
    default:
      return null
  }
}
