import { column, columnsOf, select, sort, type Expr, type Relation } from '../../../contract/index.js'
import { deviceKey, mostFew } from '../dialect.js'
import { isIdentityFree } from '../identity/identity-free.js'
import type { IdentityFacts } from '../identity/facts.js'
import { withoutResolution } from '../identity/without-resolution.js'
import {
  inputOf,
  isOperator,
  isOwnColumn,
  resolved,
  resolvePersons,
  semiJoinOperator,
  type SemiJoin,
} from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'
import { collectAll } from '../required-columns.js'

type Sort = Extract<Relation, { kind: 'sort' }>

/**
 * Selects rows first and joins only these with the links: the first rows of an order that
 * reads no persons, and the rows chosen by the keys of a page. Does nothing on a cluster,
 * where each shard joins its own rows with its own links.
 *
 *     SELECT time, user_id FROM events LEFT JOIN links USING (device) ORDER BY time DESC LIMIT 100
 *
 *     SELECT time, user_id FROM (SELECT time, device FROM events ORDER BY time DESC LIMIT 100)
 *     LEFT JOIN links USING (device) ORDER BY time DESC
 *
 *     @semi-join < @resolve-persons < @stored-scan    a page's keys, before
 *     @resolve-persons < @semi-join < @stored-scan    after
 */
export const deferIdentityJoin: Rule<IdentityFacts> = {
  name: 'defer-identity-join',
  at: 'every-node',
  apply(node, { sharded }) {
    if (sharded) return null
    if (node.kind === 'sort') return afterFirst(node)
    return isOperator(node, semiJoinOperator) ? afterChoice(node) : null
  },
}

function afterFirst(node: Sort): Relation | null {
  const { input, keys, limit, offset } = node
  const base = input.kind === 'select' ? input.input : input
  if (limit === null || keys.length === 0 || !isIdentityFree(base)) return null
  const names = Object.keys(columnsOf(input)).filter((name) => !isOwnColumn(name))
  const exprOf = (name: string): Expr =>
    (input.kind === 'select' ? input.columns[name] : undefined) ?? column(name)
  const isLate = (name: string): boolean => {
    const expr = exprOf(name)
    return expr.kind === 'column' && resolved.has(expr.name)
  }
  const early = names.filter((name) => !isLate(name))
  const asksPerson =
    [...collectAll(keys.map(({ by }) => by))].some(isLate) ||
    [...collectAll(early.map(exprOf))].some((name) => resolved.has(name))
  if (early.length === names.length || asksPerson) return null
  const stored = Object.fromEntries(early.map((name) => [name, exprOf(name)]))
  const first = sort(
    select(withoutResolution(base), { ...stored, [deviceKey]: column(deviceKey) }),
    keys,
    limit,
    offset,
  )
  const persons = resolvePersons(first, { few: limit <= mostFew })
  const all = Object.fromEntries(
    names.map((name) => [name, isLate(name) ? exprOf(name) : column(name)] as const),
  )
  return sort(select(persons, all), keys)
}

/** Resolves the persons of the rows that a page's keys choose, after they are chosen. */
function afterChoice(node: Extract<Relation, { kind: 'operator' }>): Relation | null {
  const { left, few } = node.options as SemiJoin
  return few && left !== deviceKey && isIdentityFree(inputOf(node))
    ? resolvePersons(withoutResolution(node), { few: true })
    : null
}
