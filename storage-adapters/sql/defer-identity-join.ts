import { column, columnsOf, select, sort, type Expr, type Relation } from '../../core/contract/index.js'
import { deviceKey, mostFew, resolveFew, type Scope } from './dialect.js'
import { collectAll, parsePropertyKey } from './required-columns.js'
import { isIdentityFree, resolved } from './identity-free.js'
import { columnOf, type Column, type Select } from './select.js'

type Sort = Extract<Relation, { kind: 'sort' }>

/**
 * The first rows of an order that does not ask who the persons are: they are found first, and only they are joined with
 * the links. They come out in no order. Null where the order, or another column, needs the persons.
 */
export function deferIdentityJoin(node: Sort, needed: ReadonlySet<string>, scope: Scope): Select | null {
  const { input, keys, limit, offset } = node
  const base = input.kind === 'select' ? input.input : input
  // Shards join their own rows with their own links, which then need not travel.
  if (scope.shards !== null) return null
  if (limit === null || keys.length === 0 || !isIdentityFree(base)) return null
  const exprOf = (name: string): Expr =>
    (input.kind === 'select' ? input.columns[name] : undefined) ?? column(name)
  const late = new Map<string, string>()
  const early = new Set(collectAll(keys.map(({ by }) => by)))
  for (const name of needed) {
    const expr = exprOf(name)
    if (expr.kind === 'column' && resolved.has(expr.name)) late.set(name, expr.name)
    else early.add(name)
  }
  const asked = collectAll([...early].filter((name) => parsePropertyKey(name) === null).map(exprOf))
  if (late.size === 0 || [...asked].some((name) => resolved.has(name))) return null
  const withDevice =
    input.kind === 'select' ? select(base, { ...input.columns, [deviceKey]: column(deviceKey) }) : base
  const first = scope.compile(sort(withDevice, keys, limit, offset), new Set([...early, deviceKey]))
  const persons = limit <= mostFew ? resolveFew(first, scope) : scope.dialect.resolvePersons(first, scope)
  const own = [...first.columns.keys()].map((name) => [name, name] as const)
  const all = new Map([...own, ...late].map(([name, source]) => [name, columnOf(persons, source)]))
  // As they are asked for: in another order the answer would be a statement around the one that sorts.
  const inOrder = Object.keys(columnsOf(node)).flatMap((name): [string, Column][] => {
    const one = all.get(name)
    return one === undefined ? [] : [[name, one]]
  })
  return { ...persons, columns: new Map([...inOrder, ...all]) }
}
