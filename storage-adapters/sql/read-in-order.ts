import type { Relation } from '../../core/contract/index.js'
import type { Scope } from './dialect.js'
import { compileKey } from './expr.js'
import { collectAll } from './required-columns.js'
import { render, type Column, type Select } from './select.js'
import { endless, isOverADay } from './range-of.js'

type Sort = Extract<Relation, { kind: 'sort' }>

/**
 * The rows of the days that the first of an order by time lie in. They are found by the days alone, the order in which events
 * and logs lie: reading ends with as many rows as are wanted, and of their other columns only the conditions' are read.
 * Without that the engine reads all days of the range side by side, whatever it is told of a limit.
 */
export function readInOrder(node: Sort, rows: Select, scope: Scope): Select {
  const { input, limit, offset } = node
  const [first] = node.keys
  if (scope.dialect.sortsByDay !== true || first === undefined || limit === null || !isPlain(input))
    return rows
  const time = compileKey(first.by, rows, scope)
  if (time.day === undefined || !isOverADay(time.range ?? endless)) return rows
  const again = scope.compile(input, collectAll([first.by]))
  const { day } = compileKey(first.by, again, scope)
  if (day === undefined) return rows
  const only: Column = { sql: day, type: 'time', nullable: false }
  const most = scope.parameters.bind(limit + offset, 'int')
  const order = ` ORDER BY ${day} ${first.descending ? 'DESC' : 'ASC'} LIMIT ${most}`
  const days = render({ ...again, columns: new Map([['day', only]]), text: null }, ['day'], scope, order)
  const alias = scope.alias()
  const [reaches, edge] = first.descending ? ['>=', 'min'] : ['<=', 'max']
  const inside = `${time.day} ${reaches} (SELECT ${edge}(${alias}.day) FROM (${days}) AS ${alias})`
  return { ...rows, where: [...rows.where, inside], text: null }
}

/** Whether its rows cost little to read twice: what is joined would be made twice too. */
function isPlain(relation: Relation): boolean {
  switch (relation.kind) {
    case 'scan':
      return true
    case 'where':
    case 'derive':
    case 'select':
      return isPlain(relation.input)
    case 'aggregate':
    case 'window':
    case 'join':
    case 'union':
    case 'spine':
    case 'sort':
    case 'operator':
      return false
  }
}
