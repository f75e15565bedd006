import { dayMs } from '../../../sql/edges.js'
import type { TimeRange } from '../../../sql/select.js'

/** Rows whose time lies in the range have this bit in the mask of their person. */
export interface Span extends TimeRange {
  readonly bit: number
}

/** The days that are kept of each person: bit 0 is all that was before the first, then comes a bit for each. */
export const keptDays = 255

/** Days ahead that have a bit already, so that tables answer until they are made anew. */
const daysAhead = 14

/** The first day that has a bit in tables that are begun now. */
export const firstDay = (now: number): number =>
  Math.floor(now / dayMs) * dayMs - (keptDays - 1 - daysAhead) * dayMs

/** How a mask is made of the kept days. */
export interface DayBitmap {
  /** Which kept bits stand for which bit of the mask. */
  readonly pairs: readonly { readonly kept: number; readonly bit: number }[]
  /** Of the days that are counted only in part, the parts that are not: who was active there is not told by the day. */
  readonly outside: readonly { readonly from: number; readonly to: number }[]
  /** The whole days that are asked for; null: everything before, too. */
  readonly days: { readonly from: number | null; readonly to: number }
}

/**
 * The kept bits of spans over rows in a range; `first`: the start of the first kept day. Null where whole days do not
 * tell: a day has two bits, or is not kept.
 */
export function dayBitmap(spans: readonly Span[], range: TimeRange, first: number): DayBitmap | null {
  const clipped = spans.flatMap((span) => clip(span, range) ?? [])
  const ofDay = new Map<number, number>()
  const outside: { from: number; to: number }[] = []
  for (const { bit, from, to } of clipped) {
    if (to === null || (from !== null && from < first)) return null
    const begin = from === null ? 0 : place(from, first) + 1
    const end = Math.ceil((to - first) / dayMs)
    if (end < 0 || end > keptDays) return null
    for (let kept = begin; kept <= end; kept++) {
      if (ofDay.has(kept)) return null
      ofDay.set(kept, bit)
    }
    if (from !== null && from % dayMs !== 0) outside.push({ from: from - (from % dayMs), to: from })
    if (to % dayMs !== 0) outside.push({ from: to, to: Math.ceil(to / dayMs) * dayMs })
  }
  if (ofDay.size === 0) return null
  const places = [...ofDay.keys()]
  const [low, high] = [Math.min(...places), Math.max(...places)]
  return {
    pairs: [...ofDay].map(([kept, bit]) => ({ kept, bit })).sort((a, b) => a.kept - b.kept),
    outside,
    days: { from: low === 0 ? null : first + (low - 1) * dayMs, to: first + high * dayMs },
  }
}

const place = (ms: number, first: number): number => Math.floor((ms - first) / dayMs)

function clip(span: Span, range: TimeRange): Span | null {
  const from = span.from === null ? range.from : Math.max(span.from, range.from ?? span.from)
  const to = span.to === null ? range.to : Math.min(span.to, range.to ?? span.to)
  return from !== null && to !== null && from >= to ? null : { bit: span.bit, from, to }
}

const wordBits = 64

/** The column of a word of kept bits. */
export const wordColumns: readonly string[] = Array.from(
  { length: (keptDays + 1) / wordBits },
  (_, index) => `days_${index}`,
)

/** The mask as text. Neighbours among the days that are neighbours in the mask are moved there together. */
export function maskText(pairs: DayBitmap['pairs'], type: string): string {
  const keptOf = new Map<number, number[]>()
  for (const { kept, bit } of pairs) keptOf.set(bit, [...(keptOf.get(bit) ?? []), kept])
  const single = pairs.filter(({ bit }) => keptOf.get(bit)?.length === 1)
  const several = [...keptOf].filter(([, list]) => list.length > 1)
  const terms = [
    ...moved(single, type),
    ...several.map(([bit, list]) => `bitShiftLeft(to${type}(${anyOf(list)}), ${bit})`),
  ]
  return terms.reduce((all, term) => `bitOr(${all}, ${term})`)
}

function moved(pairs: DayBitmap['pairs'], type: string): string[] {
  const runs = new Map<string, { word: number; shift: number; mask: bigint }>()
  for (const { kept, bit } of pairs) {
    const [word, inWord] = [Math.floor(kept / wordBits), kept % wordBits]
    const key = `${word} ${bit - inWord}`
    const run = runs.get(key) ?? { word, shift: bit - inWord, mask: 0n }
    runs.set(key, { ...run, mask: run.mask | (1n << BigInt(inWord)) })
  }
  return [...runs.values()].map(({ word, shift, mask }) => {
    const part = `to${type}(${masked(word, mask)})`
    if (shift === 0) return part
    return shift > 0 ? `bitShiftLeft(${part}, ${shift})` : `bitShiftRight(${part}, ${-shift})`
  })
}

/** Whether one of the kept bits is set. */
function anyOf(kept: readonly number[]): string {
  const masks = new Map<number, bigint>()
  for (const one of kept) {
    const word = Math.floor(one / wordBits)
    masks.set(word, (masks.get(word) ?? 0n) | (1n << BigInt(one % wordBits)))
  }
  return [...masks].map(([word, mask]) => `(${masked(word, mask)} != 0)`).join(' OR ')
}

const masked = (word: number, mask: bigint): string =>
  `bitAnd(${wordColumns[word] ?? ''}, toUInt64('${mask}'))`
