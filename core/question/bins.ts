import { bin, choose, compare, literal, or, otherLabel, text, type Expr } from '../../contract/index.js'

/** The least and the greatest of some values. */
export interface Span {
  readonly least: number
  readonly greatest: number
}

/** The label of a row's bin, and all labels in their order. */
export interface Bins {
  readonly label: Expr
  readonly order: readonly string[]
}

/** Bins below, between and above ascending edges: edges 0 and 10 give `(-∞, 0)`, `[0, 10)` and `[10, ∞)`. */
export function binsOfEdges(value: Expr, edges: readonly number[]): Bins {
  const order = [...edges, Infinity].map((edge, index) => {
    const from = index === 0 ? '(-∞' : `[${edges[index - 1] ?? ''}`
    return `${from}, ${edge === Infinity ? '∞' : edge})`
  })
  return { label: bin(value, edges, order), order }
}

/**
 * Bins of equal width over a span; the last one is closed: two over 0 to 10 are `[0, 5)` and `[5, 10]`. Where
 * doubles are too few for so many, there are fewer.
 */
export function binsOfWidth(value: Expr, span: Span | null, bins: number): Bins {
  if (span === null) return noBins(value)
  const { least, greatest } = span
  const width = greatest - least
  const starts = [least]
  for (let index = 1; index < bins; index++) {
    const start = Number.isFinite(width)
      ? least + (width * index) / bins
      : (least / bins) * (bins - index) + (greatest / bins) * index
    if (start > (starts.at(-1) ?? least) && start < greatest) starts.push(start)
  }
  const order = starts.map((start, index) => {
    const end = starts[index + 1]
    return end === undefined ? `[${start}, ${greatest}]` : `[${start}, ${end})`
  })
  return inside(value, span, { label: bin(value, starts.slice(1), order), order })
}

/**
 * Bins of times between these edges, one more than the labels. Other times are none of them: those of rows that were
 * stored since the edges were settled.
 */
export const binsOfTimes = (value: Expr, edges: readonly number[], order: readonly string[]): Bins => ({
  label: bin(value, edges, [otherLabel, ...order, otherLabel]),
  order,
})

/** The bins of no values: every value that a row has all the same, such as one stored since, is none of them. */
export const noBins = (value: Expr): Bins => ({ label: bin(value, [], [otherLabel]), order: [] })

/**
 * Values outside of the span are none of its bins: those of a compared period, or of rows that were stored
 * since the span was measured.
 */
function inside(value: Expr, { least, greatest }: Span, { label, order }: Bins): Bins {
  const outside = or(
    compare('lt', value, literal(least, 'float')),
    compare('gt', value, literal(greatest, 'float')),
  )
  return { label: choose([{ when: outside, then: text(otherLabel) }], label), order }
}
