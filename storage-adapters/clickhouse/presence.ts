import {
  bucket,
  column,
  derive,
  missing,
  not,
  presenceOperator,
  where,
  type Interval,
  type PresenceOptions,
} from '../../core/contract/index.js'
import type { NativeOperator } from '../sql/dialect.js'
import { group } from '../sql/group.js'
import { columnOf, nest, render, type Column, type Open } from '../sql/query.js'
import { maskType, mostBits, personMasks } from './masks.js'

/**
 * Presence by bit masks: one bit for each segment between two window ends. A person's segments are or-ed into one
 * mask, equal masks are counted, and only these few are compared with each window's mask. With more segments than
 * the widest integer has bits, the reference lowering answers.
 */
export const compilePresence: NativeOperator = (node, needed, scope) => {
  const { windows, by } = node.options as PresenceOptions
  const [input] = node.inputs
  const edges = [...new Set(windows.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const bits = edges.length - 1
  if (input === undefined || bits < 1 || bits > mostBits)
    return scope.compile(presenceOperator.lower(node), needed)

  const located = derive(input, { segment: bucket(column('timestamp'), edges) })
  const active = where(located, not(missing(column('segment'))))
  const masks = personMasks(active, { bit: 'segment', bits, by }, scope)
  // One literal: the engine plans long for a list of calls.
  const wanted = windows.map((window) => `'${maskOf(window, edges)}'`).join(', ')
  const counts: Column = {
    sql: `sumForEach(arrayMap(w -> if(bitAnd(${columnOf(masks, 'mask').sql}, w) != 0, ${columnOf(masks, 'size').sql}, 0), CAST([${wanted}] AS Array(${maskType(bits)}))))`,
    type: 'key',
    nullable: false,
  }
  const split = by.map((name) => [name, columnOf(masks, name)] as const)
  return unfold(group(masks, split, [['counts', counts]], null, scope), by)

  /** One row a window of each group's list of counts. */
  function unfold(lists: Open, names: readonly string[]): Open {
    const counts = columnOf(lists, 'counts').sql
    const place = `arrayJoin(arrayEnumerate(${counts}))`
    const columns = new Map<string, Column>([
      ...names.map((name) => [name, columnOf(lists, name)] as const),
      ['window', { sql: `(toInt64(${place}) - 1)`, type: 'int', nullable: false }],
      ['persons', { sql: `toInt64(arrayElement(${counts}, ${place}))`, type: 'int', nullable: false }],
    ])
    const text = render({ ...lists, columns, text: null }, [...columns.keys()], scope)
    const nested = nest(text, columns, scope)
    return { ...nested, where: [`${columnOf(nested, 'persons').sql} > 0`], text: null }
  }
}

/** The bits of the segments from the window's start to its end. */
function maskOf({ from, to }: Interval, edges: readonly number[]): bigint {
  const [start, end] = [BigInt(edges.indexOf(from)), BigInt(edges.indexOf(to))]
  return (1n << end) - (1n << start)
}
