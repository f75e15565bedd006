import { dayMs } from '../../../sql/edges.js'
import type { TimeRange } from '../../../sql/select.js'
import type { Span } from '../../../sql/views/periods-of-operator.js'

/** Days stored per person: bit 0 covers everything before the first day, then one bit per day. */
export const keptDays = 255

/** Future days with a bit, so that a snapshot answers until it is rebuilt. */
const daysAhead = 14

/** Returns the first day with a bit in a snapshot built now, in ms since 1970. */
export const firstDay = (now: number): number =>
  Math.floor(now / dayMs) * dayMs - (keptDays - 1 - daysAhead) * dayMs

/** How a mask is computed from the stored days. */
export interface DayBitmap {
  /** Which stored bit sets which bit of the mask. */
  readonly pairs: readonly { readonly kept: number; readonly bit: number }[]
  /**
   * The uncounted parts of days that are counted in part; for these days the stored bits do not say who was
   * active in the counted part.
   */
  readonly outside: readonly { readonly from: number; readonly to: number }[]
  /** The requested range in whole days; `from` is null if it includes everything before. */
  readonly days: { readonly from: number | null; readonly to: number }
}

/**
 * Returns the stored bits of spans over rows in a range; `first` is the start of the first stored day.
 * Returns null if whole days cannot answer: a day would need two bits, or is not stored. Example, `first` is
 * Monday:
 *
 *   spans:  bit 0 Mon, bit 1 Tue–Wed    →  pairs (1 → 0), (2 → 1), (3 → 1)
 *   range until Wed 12:00               →  the same pairs; outside: Wed 12:00–24:00
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

/** Names of the columns with the stored bits, 64 each. */
export const wordColumns: readonly WordColumn[] = Array.from(
  { length: (keptDays + 1) / wordBits },
  (_, index): WordColumn => `days_${index}`,
)
type WordColumn = `days_${number}`

/** Returns the columns that the mask of these bits reads. */
export const wordsOf = (pairs: DayBitmap['pairs']): readonly WordColumn[] =>
  wordColumns.filter((_, word) => pairs.some(({ kept }) => Math.floor(kept / wordBits) === word))

/**
 * Returns the SQL of a mask. Adjacent stored bits that are adjacent in the mask are shifted together. Example
 * for stored bits 2 and 3 as bits 0 and 1:
 *
 *   bitShiftRight(toUInt64(bitAnd(days_0, toUInt64('12'))), 2)
 */
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

/** Returns the condition that one of the stored bits is set. */
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
