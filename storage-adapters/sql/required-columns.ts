import { notBound, type Expr, type Measure, type Relation } from '../../contract/index.js'

type PropertyExpr = Extract<Expr, { kind: 'property' }>

/**
 * The key of a property in a set of required columns, such as `properties text plan`. With a key of its own a
 * property is read in the innermost SELECT, and subqueries return its value instead of the JSON column.
 *
 *     SELECT t.properties.plan FROM (SELECT properties FROM events) AS t
 *     SELECT t."properties text plan" FROM (SELECT properties.plan AS "properties text plan" FROM events) AS t
 */
export const propertyKey = (expr: PropertyExpr): string => `${expr.column} ${expr.as} ${expr.name}`

/** The property of a property key; null for any other name. */
export function parsePropertyKey(key: string): PropertyExpr | null {
  const [column, as, ...rest] = key.split(' ')
  if (column === undefined || !isForm(as)) return null
  return { kind: 'property', column, as, name: rest.join(' ') }
}

type Form = PropertyExpr['as']
const isForm = (word: string | undefined): word is Form =>
  word === 'text' || word === 'number' || word === 'boolean' || word === 'label' || word === 'exists'

/** Adds the columns and property keys that the expression reads to `into`. */
export function collect(expr: Expr, into: Set<string>): void {
  switch (expr.kind) {
    case 'column':
      into.add(expr.name)
      return
    case 'property':
      into.add(propertyKey(expr))
      return
    case 'literal':
      return
    case 'bucket':
      collect(expr.time, into)
      return
    case 'lookup':
      collect(expr.index, into)
      return
    case 'compare':
    case 'math':
      collect(expr.left, into)
      collect(expr.right, into)
      return
    case 'in':
    case 'match':
    case 'missing':
      collect(expr.value, into)
      return
    case 'and':
    case 'or':
      for (const term of expr.terms) collect(term, into)
      return
    case 'not':
      collect(expr.term, into)
      return
    case 'case':
      for (const branch of expr.branches) {
        collect(branch.when, into)
        collect(branch.then, into)
      }
      collect(expr.otherwise, into)
      return
    case 'coalesce':
      for (const value of expr.values) collect(value, into)
      return
    case 'parse-time':
      collect(expr.text, into)
      return
    case 'call':
      for (const arg of expr.args) collect(arg, into)
      return
    case 'calculated':
      throw notBound(expr)
    case 'bin':
      collect(expr.value, into)
      return
    case 'tuple':
      for (const item of expr.items) collect(item, into)
  }
}

/** The columns and property keys that the expressions read. */
export function collectAll(exprs: Iterable<Expr>): Set<string> {
  const into = new Set<string>()
  for (const expr of exprs) collect(expr, into)
  return into
}

/** The keys of all properties that a plan reads, in its expressions and in the options of its operators. */
export function propertyKeysOf(plan: Relation): ReadonlySet<string> {
  const keys = new Set<string>()
  const seen = new Set<object>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    if ('kind' in value && value.kind === 'property') keys.add(propertyKey(value as PropertyExpr))
    for (const child of Object.values(value)) visit(child)
  }
  visit(plan)
  return keys
}

/** The columns that the expressions read; a property counts as its JSON column. */
export const columnNames = (exprs: Iterable<Expr>): ReadonlySet<string> =>
  new Set([...collectAll(exprs)].map((name) => parsePropertyKey(name)?.column ?? name))

/** The entries with these names; returns the same object if it has no others. */
export function pick<T>(
  all: Readonly<Record<string, T>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  const entries = Object.entries(all)
  const kept = entries.filter(([name]) => names.has(name))
  return kept.length === entries.length ? all : Object.fromEntries(kept)
}

/** The expressions that a measure reads: its value, then its order. */
export function measureInputs(measure: Measure): readonly Expr[] {
  if (measure.kind === 'count') return []
  return 'order' in measure ? [measure.value, ...measure.order] : [measure.value]
}
