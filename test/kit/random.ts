/** A sequence of numbers from 0 to 1 that a seed determines (mulberry32). */
export interface Random {
  next(): number
  /** Returns an integer from 0 to `end`, without it. */
  below(end: number): number
  pick<T>(values: readonly T[]): T
}

export function randomOf(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return { next, below, pick: (values) => values[below(values.length)]! }
}
