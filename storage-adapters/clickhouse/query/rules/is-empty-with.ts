import type { Expr, Relation } from '../../../../contract/index.js'

/**
 * Whether a relation certainly has no rows if `rows` has none, because it groups or selects some of them. One total beside
 * its groups is allowed, which an engine also computes of no rows.
 *
 *     rows: SELECT * FROM metrics WHERE name = 'cpu'
 *
 *     yes: SELECT day, avg(value) FROM metrics WHERE name = 'cpu' AND type = 'gauge' GROUP BY day
 *     no:  SELECT avg(value) FROM metrics WHERE name = 'cpu'              one row in any case
 *     no:  SELECT day, avg(value) FROM metrics WHERE type = 'gauge' GROUP BY day
 */
export function isEmptyWith(relation: Relation, rows: Relation, mayTotal = true): boolean {
  switch (relation.kind) {
    case 'scan':
    case 'where':
      return (
        isPartOf(relation, rows) || (relation.kind === 'where' && isEmptyWith(relation.input, rows, mayTotal))
      )
    case 'derive':
    case 'select':
    case 'sort':
    case 'window':
      return isEmptyWith(relation.input, rows, mayTotal)
    case 'aggregate':
      return groupsByKeys(relation, mayTotal) && isEmptyWith(relation.input, rows, false)
    case 'union':
    case 'join':
    case 'operator':
    case 'spine':
      return false
  }
}

/** Whether it groups by keys, and beside, if it may, computes one total. */
const groupsByKeys = ({ by, sets }: Extract<Relation, { kind: 'aggregate' }>, mayTotal: boolean): boolean =>
  Object.keys(by).length > 0 && (sets ?? []).filter((set) => set.length === 0).length <= (mayTotal ? 1 : 0)

const isPartOf = (relation: Relation, rows: Relation): boolean => conditionsBeside(relation, rows) !== null

/**
 * The conditions that a relation has beside those of `rows`, if both read the same rows of a source and it has all of
 * theirs; null otherwise.
 */
export function conditionsBeside(relation: Relation, rows: Relation): readonly Expr[] | null {
  const [part, whole] = [conditionsOn(relation), conditionsOn(rows)]
  if (part.base.kind !== 'scan' || same(part.base) !== same(whole.base)) return null
  const own = new Set(part.terms.map(same))
  const common = new Set(whole.terms.map(same))
  return [...common].every((term) => own.has(term))
    ? part.terms.filter((term) => !common.has(same(term)))
    : null
}

export const same = (node: Relation | Expr): string => JSON.stringify(node)

function conditionsOn(relation: Relation): { readonly base: Relation; readonly terms: readonly Expr[] } {
  if (relation.kind !== 'where') return { base: relation, terms: [] }
  const { base, terms } = conditionsOn(relation.input)
  return { base, terms: [...terms, ...termsOf(relation.condition)] }
}

const termsOf = (condition: Expr): readonly Expr[] =>
  condition.kind === 'and' ? condition.terms.flatMap(termsOf) : [condition]
