import {
  bucket,
  column,
  derive,
  missing,
  not,
  where,
  type Interval,
  type OperatorNode,
  type PresenceOptions,
} from '../../../contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { group } from '../../sql/group.js'
import { inputOf } from '../../sql/identity/nodes.js'
import { columnOf, intColumn, keyColumn } from '../../sql/select.js'
import { edgesOf } from '../../sql/views/periods-of-operator.js'
import { personMasks } from './person-masks.js'

/** The segments that fit into a bigint without its sign. */
export const mostSegments = 63

/** Whether the segments fit into a mask, and persons are not counted by further columns. */
export function presenceFitsPostgres({ options }: OperatorNode): boolean {
  const { windows, by } = options as PresenceOptions
  const segments = edgesOf(windows).length - 1
  return by.length === 0 && segments >= 1 && segments <= mostSegments
}

/**
 * Compiles presence by masks: one bit for each segment between two bounds of windows. Equal masks of persons are
 * counted, and only distinct masks are compared with the windows. Example, the windows Monday, Tuesday and both:
 *
 *     before: SELECT day, count(DISTINCT person) FROM … GROUP BY GROUPING SETS ((day), ())
 *
 *     after:  SELECT number - 1 AS window, persons FROM (SELECT ARRAY[sum(size) FILTER (WHERE mask & 1 <> 0),
 *               sum(size) FILTER (WHERE mask & 2 <> 0), sum(size) FILTER (WHERE mask & 3 <> 0)] AS counts
 *               FROM (SELECT mask, count(*) AS size FROM (SELECT person, bit_or(1 << day) AS mask FROM … GROUP BY person)
 *                 GROUP BY mask)), unnest(counts) WITH ORDINALITY AS each (persons, number)
 */
export const compilePostgresPresence: NativeOperator = (node, _needed, scope) => {
  const { windows } = node.options as PresenceOptions
  const input = inputOf(node)
  const edges = edgesOf(windows)
  const located = derive(input, { segment: bucket(column('timestamp'), edges) })
  const active = where(located, not(missing(column('segment'))))
  const alike = personMasks(active, { bit: 'segment', input }, scope)
  const mask = columnOf(alike, 'mask').sql
  const conditions = windows.map((window) => `(${mask} & ${maskOf(window, edges)}::bigint) <> 0`)
  const counts = conditions.map(
    (condition) => `(sum(${columnOf(alike, 'size').sql}) FILTER (WHERE ${condition}))::bigint`,
  )
  const lists = group(alike, [], [['counts', keyColumn(`ARRAY[${counts.join(', ')}]`)]], null, scope)
  const each = scope.alias()
  return {
    from: `${lists.from} CROSS JOIN unnest(${columnOf(lists, 'counts').sql}) WITH ORDINALITY AS ${each}(persons, number)`,
    where: [...lists.where, `${each}.persons > 0`],
    columns: new Map([
      ['window', intColumn(`(${each}.number - 1)`)],
      ['persons', intColumn(`${each}.persons`)],
    ]),
    text: null,
  }
}

/** Returns the mask of the segments from the window's start to its end. */
function maskOf({ from, to }: Interval, edges: readonly number[]): bigint {
  const [start, end] = [BigInt(edges.indexOf(from)), BigInt(edges.indexOf(to))]
  return (1n << end) - (1n << start)
}
