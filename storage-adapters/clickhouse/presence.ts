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
import { group } from '../sql/group.js'
import { deviceKey, type NativeOperator } from '../sql/dialect.js'
import { overDevices } from '../sql/over-devices.js'
import { columnOf, nest, render, type Column } from '../sql/query.js'

const maxSegments = 256

/**
 * Presence by bit masks: one bit for each segment between two window ends. A person's segments are or-ed into one
 * mask, equal masks are counted, and only these few are compared with each window's mask. With more segments than
 * the widest integer has bits, the reference lowering answers.
 */
export const compilePresence: NativeOperator = (node, needed, scope) => {
  const { windows, by } = node.options as PresenceOptions
  const [input] = node.inputs
  const edges = [...new Set(windows.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const segments = edges.length - 1
  if (input === undefined || segments < 1 || segments > maxSegments)
    return scope.compile(presenceOperator.lower(node), needed)

  const located = derive(input, { segment: bucket(column('timestamp'), edges) })
  const late = overDevices(input)
  const key = late ? deviceKey : 'person'
  const active = where(located, not(missing(column('segment'))))
  const rows = scope.compile(active, new Set([...by, key, 'segment']))
  const type = segments <= 64 ? 'UInt64' : segments <= 128 ? 'UInt128' : 'UInt256'
  const bit = `bitShiftLeft(to${type}(1), toUInt16(assumeNotNull(${columnOf(rows, 'segment').sql})))`
  const splitOf = (from: typeof rows) => by.map((name) => [name, columnOf(from, name)] as const)
  const mask = (sql: string): readonly [string, Column] => [
    'mask',
    { sql: `groupBitOr(${sql})`, type: 'key', nullable: false },
  ]

  const devices = group(rows, [...splitOf(rows), [key, columnOf(rows, key)]], [mask(bit)], null, scope)
  const resolved = late ? scope.dialect.resolvePersons(devices, scope) : devices
  const persons = late
    ? group(
        resolved,
        [...splitOf(resolved), ['person', columnOf(resolved, 'person')]],
        [mask(columnOf(resolved, 'mask').sql)],
        null,
        scope,
      )
    : devices
  const size: Column = { sql: scope.dialect.count, type: 'int', nullable: false }
  const masks = group(
    persons,
    [...splitOf(persons), ['mask', columnOf(persons, 'mask')]],
    [['size', size]],
    null,
    scope,
  )
  const wanted = windows.map((window) => maskLiteral(window, edges, type)).join(', ')
  const counts: Column = {
    sql: `sumForEach(arrayMap(w -> if(bitAnd(${columnOf(masks, 'mask').sql}, w) != 0, ${columnOf(masks, 'size').sql}, 0), [${wanted}]))`,
    type: 'key',
    nullable: false,
  }
  const grouped = group(masks, splitOf(masks), [['counts', counts]], null, scope)
  return unfold(grouped, by)

  /** One row a window of each group's list of counts. */
  function unfold(lists: typeof rows, names: readonly string[]): typeof rows {
    const counts = columnOf(lists, 'counts').sql
    const pair = `tupleElement(arrayJoin(arrayMap((size, place) -> (place - 1, size), ${counts}, arrayEnumerate(${counts}))), `
    const columns = new Map<string, Column>([
      ...names.map((name) => [name, columnOf(lists, name)] as const),
      ['window', { sql: `toInt64(${pair}1))`, type: 'int', nullable: false }],
      ['persons', { sql: `toInt64(${pair}2))`, type: 'int', nullable: false }],
    ])
    const text = render({ ...lists, columns, text: null }, [...columns.keys()], scope)
    const nested = nest(text, columns, scope)
    return { ...nested, where: [`${columnOf(nested, 'persons').sql} > 0`], text: null }
  }
}

/** The bits of the segments from the window's start to its end. */
function maskLiteral({ from, to }: Interval, edges: readonly number[], type: string): string {
  const [start, end] = [BigInt(edges.indexOf(from)), BigInt(edges.indexOf(to))]
  return `to${type}('${(1n << end) - (1n << start)}')`
}
