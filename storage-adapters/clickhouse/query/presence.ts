import {
  bucket,
  column,
  derive,
  missing,
  not,
  ascendingChains,
  where,
  windowsOfSegments,
  type Interval,
  type OperatorNode,
  type PresenceOptions,
} from '../../../contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { group } from '../../sql/group.js'
import { columnOf, columnsNamed, intColumn, staged, type Select } from '../../sql/select.js'
import { mostBits, personMasks, positions } from './bitmap/activity.js'
import { windowsOf } from './bitmap/windows.js'
import { edgesOf } from '../../sql/views/periods-of-operator.js'
import { inputOf } from '../../sql/identity/nodes.js'

/**
 * Compiles presence by bitmaps: one bit per segment between two window edges. A person's segments are or-ed
 * into one mask, equal masks are counted, and only distinct masks are expanded to windows. Example, with one
 * window per day:
 *
 *   before: SELECT day, uniqExact(person) FROM events GROUP BY day
 *   after:  SELECT window, sum(size) FROM (SELECT arrayJoin(bitPositionsToArray(mask)) AS window, size
 *           FROM (SELECT mask, count() AS size FROM … GROUP BY mask)) GROUP BY window
 */
export const compilePresence: NativeOperator = (node, _needed, scope) => {
  const { windows, by } = node.options as PresenceOptions
  const input = inputOf(node)
  const edges = edgesOf(windows)
  const bits = edges.length - 1

  const located = derive(input, { segment: bucket(column('timestamp'), edges) })
  const active = where(located, not(missing(column('segment'))))
  const masks = personMasks(active, { bit: 'segment', bits, by, input }, scope)
  const split = columnsNamed(masks, by)
  const mask = columnOf(masks, 'mask').sql
  const many = windows.filter((window) => !isSegment(window, edges)).length > fewWindows
  return many ? counted() : listed()

  /** Expands each mask to the windows in which it is active. */
  function listed(): Select {
    const window = intColumn(`toInt64(arrayJoin(${windowsOf(mask, windows, edges)}))`)
    const each = staged(masks, [...split, ['window', window], ['size', columnOf(masks, 'size')]], scope)
    const persons = intColumn(`toInt64(sum(${columnOf(each, 'size').sql}))`)
    const keys = columnsNamed(each, [...by, 'window'])
    return group(each, keys, [['persons', persons]], null, scope)
  }

  /**
   * Counts many overlapping windows by their changes. A mask enters a run of windows and leaves it after the
   * last one; the persons in a window are the sum of all changes up to it. Example, 7-day windows that end on
   * days 6 to 11, and a person active on days 0 and 2:
   *
   *   day 0: enters window 0, leaves at 1    day 2: enters at 1 (0 is already entered), leaves at 3
   *   changes: +1 at 0, -1 at 1, +1 at 1, -1 at 3  → in windows 0, 1, 2
   */
  function counted(): Select {
    const chains = ascendingChains(windows)
    const codes = intColumn(`arrayJoin(arrayConcat(${chains.flatMap(changesIn).join(', ')}))`)
    const each = staged(masks, [...split, ['code', codes], ['size', columnOf(masks, 'size')]], scope)
    const total = intColumn(`toInt64(sum(${columnOf(each, 'size').sql}))`)
    const names = columnsNamed(each, [...by, 'code'])
    const changes = group(each, names, [['change', total]], null, scope)
    const [code, change] = ['code', 'change'].map((name) => columnOf(changes, name).sql)
    const pair = `(intDiv(${code ?? ''}, 2), if(${code ?? ''} % 2 = 1, ${change ?? ''}, -${change ?? ''}))`
    const sums = `arrayMap(k -> arraySum(c -> if(c.1 <= k, c.2, 0), groupArray(${pair})), range(${windows.length}))`
    const groups = columnsNamed(changes, by)
    const lists = group(changes, groups, [['counts', intColumn(sums)]], null, scope)
    const counts = columnOf(lists, 'counts').sql
    const place = `arrayJoin(arrayEnumerate(${counts}))`
    const rows = staged(
      lists,
      [
        ...columnsNamed(lists, by),
        ['window', intColumn(`toInt64(arrayElement([${chains.flat().join(', ')}], ${place}))`)],
        ['persons', intColumn(`toInt64(arrayElement(${counts}, ${place}))`)],
      ],
      scope,
    )
    return { ...rows, where: [`${columnOf(rows, 'persons').sql} > 0`], text: null }
  }

  /**
   * Returns the changes within a chain of windows as integers: twice the window's position, plus 1 for an
   * entry.
   */
  function changesIn(chain: readonly number[], at: number, chains: readonly (readonly number[])[]): string[] {
    const base = chains.slice(0, at).flat().length
    const own = chain.flatMap((place) => windows[place] ?? [])
    const { firsts, ends } = windowsOfSegments(edges.slice(0, -1), own)
    const placed = (list: readonly number[]): string => `[${list.map((place) => place + base).join(', ')}]`
    const left = `arrayMap(b -> toInt64(arrayElement(${placed(ends)}, b + 1)), ${positions(mask, bits)})`
    const entered = `arrayMap((b, still) -> greatest(toInt64(arrayElement(${placed(firsts)}, b + 1)), still), ${positions(mask, bits)}, arrayShiftRight(${left}, 1, toInt64(0)))`
    return [`arrayMap(e -> e * 2 + 1, ${entered})`, `arrayMap(l -> l * 2, ${left})`]
  }
}

/** Whether the segments fit into 256 bits. */
export function presenceFits({ options }: OperatorNode): boolean {
  const bits = edgesOf((options as PresenceOptions).windows).length - 1
  return bits >= 1 && bits <= mostBits
}

/** Windows of several segments up to which listing them per mask is cheaper than counting changes. */
const fewWindows = 4

const isSegment = ({ from, to }: Interval, edges: readonly number[]): boolean =>
  edges.indexOf(to) === edges.indexOf(from) + 1
