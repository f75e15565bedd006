import { columnsOf, type Relation } from '../../contract/index.js'
import type { Scope } from './dialect.js'
import { parsePropertyKey } from './required-columns.js'
import { columnOf, nest, render, asSubquery, wrap, type Column, type Select } from './select.js'

type Of<K extends Relation['kind']> = Extract<Relation, { kind: K }>

/**
 * Compiles `join`. The left side's conditions stay in WHERE: they are the same after the join as before it.
 */
export function compileJoin(relation: Of<'join'>, needed: ReadonlySet<string>, scope: Scope): Select {
  const rightColumns = columnsOf(relation.right)
  const keys = new Set(relation.on.map((key) => key.right))
  const fromRight = (name: string): boolean => {
    const column = parsePropertyKey(name)?.column ?? name
    return column in rightColumns && !keys.has(column)
  }
  const leftNeeds = new Set([...needed].filter((name) => !fromRight(name)))
  for (const key of relation.on) leftNeeds.add(key.left)
  const rows = asSubquery(scope.compile(relation.left, leftNeeds), scope)
  // The engine assigns a constant key to neither side of the join, unless it is the column of a subquery.
  const left = relation.on.some((key) => columnOf(rows, key.left).constant === true)
    ? wrap(rows, scope)
    : rows
  const rightNeeds = new Set([...needed].filter(fromRight))
  for (const key of relation.on) rightNeeds.add(key.right)
  const right = wrap(scope.compile(relation.right, rightNeeds), scope)

  const outer = relation.how === 'left'
  const pairs = relation.on.map(
    (key) => `${columnOf(left, key.left).sql} = ${columnOf(right, key.right).sql}`,
  )
  const on = ` ON ${pairs.length === 0 ? 'true' : pairs.join(' AND ')}`
  const everywhere = scope.shards?.everywhere ?? ''
  const join =
    pairs.length === 0 && !outer && everywhere === ''
      ? ` CROSS JOIN ${right.from}`
      : ` ${everywhere}${outer ? 'LEFT' : 'INNER'} JOIN ${right.from}${on}`
  const added = [...right.columns].filter(([name]) => !keys.has(name))
  const columns = new Map<string, Column>(left.columns)
  for (const [name, column] of added) columns.set(name, outer ? { ...column, nullable: true } : column)
  return { from: left.from + join, where: left.where, columns, text: null }
}

/**
 * Compiles `union` to UNION ALL. Each column is cast to one type: engines infer the common type differently.
 */
export function compileUnion(relation: Of<'union'>, needed: ReadonlySet<string>, scope: Scope): Select {
  const names = Object.keys(columnsOf(relation)).filter((name) => needed.has(name))
  const kept = names.length > 0 ? names : Object.keys(columnsOf(relation)).slice(0, 1)
  const inputs = relation.inputs.map((input) => scope.compile(input, new Set(kept)))
  const columns = new Map(
    kept.map((name) => {
      const all = inputs.map((input) => columnOf(input, name))
      const type = all.some((one) => one.type === 'float') ? 'float' : (all[0]?.type ?? 'text')
      return [name, { sql: '', type, nullable: all.some((one) => one.nullable) }] as const
    }),
  )
  const texts = inputs.map((input) => {
    const cast = new Map(
      [...columns].map(([name, { type, nullable }]) => {
        const sql = scope.dialect.castForUnion({ ...columnOf(input, name), type, nullable })
        return [name, { sql, type, nullable }] as const
      }),
    )
    return render({ ...input, columns: cast, text: null }, kept, scope)
  })
  return nest(texts.join(' UNION ALL '), columns, scope)
}
