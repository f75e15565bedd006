import { contextColumns, type Expr } from '../../contract/index.js'

type Tree = Extract<Expr, { kind: 'and' | 'or' }>

/**
 * Whether each term of an `and` or an `or` costs so little that testing all terms on every row is cheaper than
 * keeping account of the rows that earlier terms left undecided.
 */
export const isEager = (tree: Tree): boolean => tree.terms.length > 1 && tree.terms.every(isCheap)

function isCheap(expr: Expr): boolean {
  switch (expr.kind) {
    case 'and':
    case 'or':
      return expr.terms.length > 0 && expr.terms.every(isCheap)
    case 'not':
      return isCheap(expr.term)
    case 'compare':
      return isRead(expr.left) && expr.right.kind === 'literal'
    case 'in':
      return isRead(expr.value)
    case 'match':
      if (expr.how === 'regex') return false
      return expr.how === 'contains' ? isContext(expr.value) : isRead(expr.value)
    case 'missing':
      return expr.value.kind === 'column'
    default:
      return false
  }
}

/** Whether the value is read as it is stored: a label is put together, and a nested property has two places. */
const isRead = (value: Expr): boolean =>
  value.kind === 'column' ||
  (value.kind === 'property' && (value.as === 'text' || value.as === 'number') && !value.name.includes('.'))

const contexts: ReadonlySet<string> = new Set(contextColumns)
const isContext = (value: Expr): boolean => value.kind === 'column' && contexts.has(value.name)

/**
 * Whether the condition allows only some values of a column that may be a sort key, so that the engine can skip
 * rows by its index. Example: `(event_name = 'a' AND os = 'iOS') OR (event_name = 'b' AND country = 'DE')`.
 */
export const mayPrune = (condition: Expr): boolean => keysOf(condition).size > 0

function keysOf(condition: Expr): ReadonlySet<string> {
  switch (condition.kind) {
    case 'and':
      return new Set(condition.terms.flatMap((term) => [...keysOf(term)]))
    case 'or': {
      const [first = new Set<string>(), ...others] = condition.terms.map(keysOf)
      return new Set([...first].filter((name) => others.every((other) => other.has(name))))
    }
    case 'compare':
      return condition.op === 'ne' ? new Set() : keyOf(condition.left)
    case 'in':
    case 'match':
      return keyOf(condition.value)
    default:
      return new Set()
  }
}

const keyOf = (value: Expr): ReadonlySet<string> =>
  new Set(value.kind === 'column' && !contexts.has(value.name) ? [value.name] : [])
