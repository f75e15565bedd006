import type { Interval } from '../../../../contract/index.js'
import { maskType, positions } from './activity.js'

/** Returns an array of masks as one literal, because the engine plans a list of calls slowly. */
const listOf = (masks: readonly bigint[], bits: number): string =>
  `CAST([${masks.map((one) => `'${one}'`).join(', ')}] AS Array(${maskType(bits)}))`

/**
 * Returns the numbers of the windows in which a person with this mask was active, as an array. Example, with
 * edges Mon, Tue, Wed and the windows Mon, Tue, Mon–Tue:
 *
 *   arrayConcat(arrayMap(b -> arrayElement([0, 1], b + 1), bitPositionsToArray(mask)),  -- one segment each
 *               arrayFilter((k, w) -> bitAnd(mask, w) != 0, [2], ['3']))                -- several segments
 */
export function windowsOf(mask: string, windows: readonly Interval[], edges: readonly number[]): string {
  const bits = edges.length - 1
  const masks = windows.map((window) => maskOf(window, edges))
  // For windows of one segment, the mask's set bits list the windows.
  const ofSegment = Array.from({ length: bits }, (_, bit) => masks.indexOf(1n << BigInt(bit)))
  const others = masks.flatMap((_, at) => (ofSegment.includes(at) ? [] : [at]))
  const lists: string[] = []
  if (ofSegment.some((at) => at >= 0)) {
    const isOwn = ofSegment.every((at, bit) => at === bit)
    const set = positions(mask, bits)
    const places = isOwn ? set : `arrayMap(b -> arrayElement([${ofSegment.join(', ')}], b + 1), ${set})`
    lists.push(ofSegment.includes(-1) ? `arrayFilter(w -> w >= 0, ${places})` : places)
  }
  if (others.length > 0) {
    const met = `bitAnd(${mask}, w) != 0`
    const wanted = others.map((at) => masks[at] ?? 0n)
    lists.push(`arrayFilter((k, w) -> ${met}, [${others.join(', ')}], ${listOf(wanted, bits)})`)
  }
  return lists.length === 1 ? (lists[0] ?? '') : `arrayConcat(${lists.join(', ')})`
}

/** Returns the mask of the segments from the window's start to its end. */
function maskOf({ from, to }: Interval, edges: readonly number[]): bigint {
  const [start, end] = [BigInt(edges.indexOf(from)), BigInt(edges.indexOf(to))]
  return (1n << end) - (1n << start)
}
