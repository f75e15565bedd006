import type { OperatorNode } from '../../../contract/index.js'
import { deviceKey, resolveFew, type NativeOperator, type Scope, type StoredScan } from '../dialect.js'
import { compileCondition, compileKey } from '../expr.js'
import { compileScan } from '../relation.js'
import { collectAll, parsePropertyKey } from '../required-columns.js'
import { asSubquery, columnOf, keep, render, whereClause, wrap, type Column, type Select } from '../select.js'
import { compileMerge, compilePartial } from './aggregate.js'
import {
  firstDaysOperator,
  inputOf,
  linkedOperator,
  mergeOperator,
  partialOperator,
  resolved,
  resolveOperator,
  semiJoinOperator,
  storedScanOperator,
  type FirstDays,
  type Linked,
  type Resolution,
  type SemiJoin,
} from './nodes.js'

/** The compilers of the nodes in nodes.ts; they are the same for every engine. */
export const identityOperators: Readonly<Record<string, NativeOperator>> = {
  [storedScanOperator]: (node, needed, scope) => compileScan(node.options as StoredScan, needed, scope),
  [resolveOperator]: compileResolution,
  [linkedOperator]: compileLinked,
  [semiJoinOperator]: compileSemiJoin,
  [partialOperator]: compilePartial,
  [mergeOperator]: compileMerge,
  [firstDaysOperator]: compileFirstDays,
}

/** Places `person` and `user_id` before the properties, as a scan places its columns. */
function compileResolution(node: OperatorNode, needed: ReadonlySet<string>, scope: Scope): Select {
  const own = [...needed].filter((name) => !resolved.has(name))
  if (own.length === needed.size) return keep(scope.compile(inputOf(node), needed), needed)
  const rows = scope.compile(inputOf(node), new Set([...own, deviceKey]))
  const { few } = node.options as Resolution
  const need = needed.has('user_id') ? 'user' : 'person'
  const persons = few ? resolveFew(rows, scope, need) : scope.dialect.resolvePersons(rows, scope, need)
  const all = [...persons.columns]
  const isProperty = ([name]: readonly [string, Column]): boolean => parsePropertyKey(name) !== null
  const columns = new Map([...all.filter((one) => !isProperty(one)), ...all.filter(isProperty)])
  return keep({ ...persons, columns }, needed)
}

/** If the shards read the rows, each compares them with its own links only. */
function compileLinked(node: OperatorNode, needed: ReadonlySet<string>, scope: Scope): Select {
  const { conditions } = node.options as Linked
  const rows = scope.compile(inputOf(node), new Set([...needed, deviceKey]))
  const local = rows.perShard !== undefined && scope.shards !== null
  const links = local ? { ...scope, database: scope.shards.database } : scope
  const everywhere = local ? '' : (scope.shards?.everywhere ?? '')
  const meets = (user: Select): readonly string[] =>
    conditions.flatMap((condition) => compileCondition(condition, user, links))
  const devices = scope.dialect.linkedDevices(meets, links)
  const isLinked = `(${columnOf(rows, deviceKey).sql} ${everywhere}IN (${devices}))`
  return keep({ ...rows, where: [...rows.where, isLinked], text: null }, needed)
}

function compileSemiJoin(node: OperatorNode, needed: ReadonlySet<string>, scope: Scope): Select {
  const { left, right, few, excluded = false } = node.options as SemiJoin
  const rows = asSubquery(scope.compile(inputOf(node), new Set([...needed, left])), scope)
  const kept = wrap(scope.compile(inputOf(node, 1), new Set([right])), scope)
  const { sql } = columnOf(kept, right)
  const keys =
    left === deviceKey
      ? scope.dialect.devicesOf(kept.from, sql, few, scope)
      : `SELECT ${sql} FROM ${kept.from}${whereClause(kept)}`
  const key = columnOf(rows, left)
  const among = `${key.sql} ${scope.shards?.everywhere ?? ''}${excluded ? 'NOT IN' : 'IN'} (${keys})`
  const isKept = excluded && key.nullable ? `(${key.sql} IS NULL OR ${among})` : `(${among})`
  const columns = new Map([...rows.columns].filter(([name]) => needed.has(name)))
  return { from: rows.from, where: [...rows.where, isKept], columns, text: null }
}

function compileFirstDays(node: OperatorNode, needed: ReadonlySet<string>, scope: Scope): Select {
  const { by, descending, most } = node.options as FirstDays
  const rows = scope.compile(inputOf(node), needed)
  const { day } = compileKey(by, rows, scope)
  const again = scope.compile(inputOf(node), collectAll([by]))
  const { day: first } = compileKey(by, again, scope)
  if (day === undefined || first === undefined) throw new Error('@first-days requires a stored day')
  const only: Column = { sql: first, type: 'time', nullable: false }
  const order = ` ORDER BY ${first} ${descending ? 'DESC' : 'ASC'} LIMIT ${scope.parameters.bind(most, 'int')}`
  const days = render({ ...again, columns: new Map([['day', only]]), text: null }, ['day'], scope, order)
  const alias = scope.alias()
  const [reaches, edge] = descending ? ['>=', 'min'] : ['<=', 'max']
  const inside = `${day} ${reaches} (SELECT ${edge}(${alias}.day) FROM (${days}) AS ${alias})`
  return { ...rows, where: [...rows.where, inside], text: null }
}
