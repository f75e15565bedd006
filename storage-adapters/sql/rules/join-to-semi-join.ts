import {
  and,
  column,
  columnsOf,
  mapInputs,
  not,
  select,
  where,
  type Expr,
  type JoinKey,
  type Relation,
} from '../../../contract/index.js'
import { deviceKey } from '../dialect.js'
import { isChoice, isDistinct, isIdentityFree } from '../identity/identity-free.js'
import { semiJoin } from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'
import { columnNames } from '../required-columns.js'
import { valueOfMissing } from '../value-of-missing.js'

type Of<K extends Relation['kind']> = Extract<Relation, { kind: K }>

/**
 * Looks up keys instead of joining rows that only a filter reads, or that only keep the rows with such a key.
 * If the filter is false where the other side has no row, the keys of rows that meet it are looked up; if it is
 * true there, the keys of all other rows are left out. A person is looked up by its devices, so the rows need
 * no person.
 *
 *     SELECT count() FROM events LEFT JOIN links USING (device) LEFT JOIN purchases ON person = purchases.person
 *     WHERE coalesce(purchases.n, 0) = 0
 *
 *     SELECT count() FROM events WHERE device NOT IN
 *       (SELECT coalesce(links.device, person) FROM (SELECT person FROM purchases WHERE NOT (coalesce(n, 0) = 0))
 *        LEFT JOIN links ON person = links.actor)
 *
 *     SELECT count() FROM events JOIN (SELECT session FROM events GROUP BY session) AS known USING (session)
 *     SELECT count() FROM events WHERE session IN (SELECT session FROM events GROUP BY session)
 */
export const joinToSemiJoin: Rule<unknown> = {
  name: 'join-to-semi-join',
  at: 'root',
  apply(plan) {
    const result = visited(plan, new Set(Object.keys(columnsOf(plan))), [])
    return result === plan ? null : result
  },
}

/** `named` are the root's columns, and `above` the nodes between the root and this one. */
function visited(node: Relation, named: ReadonlySet<string>, above: readonly Relation[]): Relation {
  const isRead = (name: string): boolean => named.has(name) || above.some((one) => mentions(one, name))
  const own = rewritten(node, isRead) ?? node
  return mapInputs(own, (input) => visited(input, named, [...above, own]))
}

function rewritten(node: Relation, isRead: (name: string) => boolean): Relation | null {
  if (node.kind === 'where') return filtered(node, isRead)
  return node.kind === 'join' && node.how === 'inner' ? known(node) : null
}

/** Rewrites an inner join that only keeps rows; identity-semi-join rewrites those by person, or of a page. */
function known(node: Of<'join'>): Relation | null {
  const { left, right, on } = node
  const [key] = on
  const isOnlyKey = Object.keys(columnsOf(right)).length === 1
  if (key === undefined || key.left === 'person' || !isOnlyKey || !hasKeyOnce(node) || isChoice(node))
    return null
  return semiJoin(left, right, { left: key.left, right: key.right, few: false })
}

/** Rewrites the left joins below a filter that only the filter reads; null if there are none. */
function filtered(node: Of<'where'>, isRead: (name: string) => boolean): Relation | null {
  const joins: Of<'join'>[] = []
  let base = node.input
  while (base.kind === 'join' && base.how === 'left' && hasKeyOnce(base)) {
    joins.push(base)
    base = base.left
  }
  let terms = node.condition.kind === 'and' ? node.condition.terms : [node.condition]
  let rows = base
  const kept: Of<'join'>[] = []
  for (const join of joins.reverse()) {
    const names = Object.keys(columnsOf(join.right))
    const own = terms.filter((term) => isOnlyOf(term, names))
    const others = terms.filter((term) => !own.includes(term))
    const isFree = own.length > 0 && !names.some((name) => isRead(name) || readsAny(others, name))
    const looked = isFree && hasKey(base, join) ? lookedUp(rows, join, and(...own)) : null
    if (looked === null) kept.push(join)
    else [rows, terms] = [looked, others]
  }
  if (rows === base) return null
  const joined = kept.reduce<Relation>((left, join) => Object.freeze({ ...join, left }), rows)
  return terms.length === 0 ? joined : where(joined, and(...terms))
}

/** Whether the right side has at most one row for each row of the left. */
function hasKeyOnce({ right, on: [key, ...others] }: Of<'join'>): boolean {
  if (key === undefined || others.length > 0) return false
  return columnsOf(right)[key.right] === 'key' && isDistinct(right, key.right)
}

/** Whether the rows below all joins have the key; a person is looked up where no row's person is needed. */
const hasKey = (rows: Relation, { on: [key] }: Of<'join'>): boolean =>
  key?.left === 'person' ? isIdentityFree(rows) : key !== undefined && key.left in columnsOf(rows)

function lookedUp(rows: Relation, { right, on: [key] }: Of<'join'>, condition: Expr): Relation | null {
  const ofMissing = valueOfMissing(condition)
  if (key === undefined || typeof ofMissing !== 'boolean') return null
  const all = ofMissing && isFalseFor(condition, right)
  const met = keysOf(all ? right : where(right, ofMissing ? not(condition) : condition), key)
  const left = key.left === 'person' ? deviceKey : key.left
  return semiJoin(rows, met, { left, right: key.right, few: false, excluded: ofMissing })
}

/** Whether the condition asks for groups whose number of rows is missing: there are none. */
function isFalseFor(condition: Expr, right: Relation): boolean {
  if (condition.kind === 'and') return condition.terms.some((term) => isFalseFor(term, right))
  if (condition.kind !== 'missing' || condition.value.kind !== 'column') return false
  return right.kind === 'aggregate' && right.measures[condition.value.name]?.kind === 'count'
}

const keysOf = (relation: Relation, { right }: JoinKey): Relation =>
  select(relation, { [right]: column(right) })

function isOnlyOf(term: Expr, names: readonly string[]): boolean {
  const read = [...columnNames([term])]
  return read.length > 0 && read.every((name) => names.includes(name))
}

const readsAny = (terms: readonly Expr[], name: string): boolean => columnNames(terms).has(name)

/**
 * Whether the node itself names the column: in its expressions, its options, or in the columns that a union
 * requires of all its inputs.
 */
function mentions(node: Relation, name: string): boolean {
  if (node.kind === 'union') return name in columnsOf(node)
  return Object.entries(node).some(([part, value]) => !inputParts.has(part) && holds(value, name))
}

const inputParts: ReadonlySet<string> = new Set(['input', 'inputs', 'left', 'right'])

function holds(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return value === name
  return Object.entries(value).some(([key, part]) => key === name || holds(part, name))
}
