/** Repeatable randomness: the same seed yields the same demo data on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** An integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(options: readonly T[]): T
  /** Picks by weight, the first member of each pair. */
  weighted<T>(options: readonly (readonly [weight: number, value: T])[]): T
  /** Exponentially distributed around a mean. */
  around(mean: number): number
  hex(length: number): string
}

export function createRandom(seed: string): Random {
  let state = hash(seed)
  // mulberry32: 32 bits of state are enough for a few million draws that only need to look random.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (options) => at(options, Math.floor(next() * options.length)),
    weighted(options) {
      let left = next() * options.reduce((sum, [weight]) => sum + weight, 0)
      return (options.find(([weight]) => (left -= weight) < 0) ?? at(options, options.length - 1))[1]
    },
    around: (mean) => -Math.log(1 - next()) * mean,
    hex: (length) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
  }
}

function at<T>(options: readonly T[], index: number): T {
  const option = options[index]
  if (option === undefined) throw new Error('pick requires at least one option')
  return option
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return value
}
