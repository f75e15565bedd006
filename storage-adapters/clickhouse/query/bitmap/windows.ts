import type { Interval } from '../../../../core/contract/index.js'
import { maskType, positions } from './activity.js'

/** One literal: the engine plans long for a list of calls. */
const listOf = (masks: readonly bigint[], bits: number): string =>
  `CAST([${masks.map((one) => `'${one}'`).join(', ')}] AS Array(${maskType(bits)}))`

/** The numbers of the windows in which a person of this mask was active, as an array. */
export function windowsOf(mask: string, windows: readonly Interval[], edges: readonly number[]): string {
  const bits = edges.length - 1
  const masks = windows.map((window) => maskOf(window, edges))
  // If each window is one segment, the mask itself lists the windows that are met.
  const ofSegment = Array.from({ length: bits }, (_, bit) => masks.indexOf(1n << BigInt(bit)))
  const others = masks.flatMap((_, at) => (ofSegment.includes(at) ? [] : [at]))
  const lists: string[] = []
  if (ofSegment.some((at) => at >= 0)) {
    const places = `arrayMap(b -> arrayElement([${ofSegment.join(', ')}], b + 1), ${positions(mask, bits)})`
    lists.push(ofSegment.includes(-1) ? `arrayFilter(w -> w >= 0, ${places})` : places)
  }
  if (others.length > 0) {
    const met = `bitAnd(${mask}, w) != 0`
    const wanted = others.map((at) => masks[at] ?? 0n)
    lists.push(`arrayFilter((k, w) -> ${met}, [${others.join(', ')}], ${listOf(wanted, bits)})`)
  }
  return lists.length === 1 ? (lists[0] ?? '') : `arrayConcat(${lists.join(', ')})`
}

/** The bits of the segments from the window's start to its end. */
function maskOf({ from, to }: Interval, edges: readonly number[]): bigint {
  const [start, end] = [BigInt(edges.indexOf(from)), BigInt(edges.indexOf(to))]
  return (1n << end) - (1n << start)
}
