/** How often questions read properties, kept in memory. Each read decays with a half-life of one day. */
export interface AskCounts {
  note(keys: Iterable<string>): void
  /** Returns the keys with a score of at least `least`, highest first. */
  often(least: number): readonly string[]
  /** Returns the time of the last read in ms since 1970, or null if this process has seen none. */
  last(key: string): number | null
}

/** Bound on counted keys, as clients may send any number of names; the lowest scores are dropped. */
const mostKeys = 1_000

interface Count {
  readonly score: number
  readonly at: number
}

const halfLifeMs = 86_400_000

/** Returns empty counts. `now` returns ms since 1970. */
export function createAskCounts(now: () => number): AskCounts {
  const counts = new Map<string, Count>()
  const scoreAt = ({ score, at }: Count, time: number): number => score * 2 ** ((at - time) / halfLifeMs)

  function forgetLeast(time: number): void {
    const byScore = [...counts].sort(([, a], [, b]) => scoreAt(a, time) - scoreAt(b, time))
    for (const [key] of byScore.slice(0, counts.size - mostKeys / 2)) counts.delete(key)
  }

  return {
    note(keys) {
      const time = now()
      for (const key of keys) {
        const before = counts.get(key)
        counts.set(key, { score: 1 + (before === undefined ? 0 : scoreAt(before, time)), at: time })
      }
      if (counts.size > mostKeys) forgetLeast(time)
    },
    often(least) {
      const time = now()
      const found = [...counts].map(([key, count]) => [key, scoreAt(count, time)] as const)
      return found
        .filter(([, score]) => score >= least)
        .sort(([, a], [, b]) => b - a)
        .map(([key]) => key)
    },
    last: (key) => counts.get(key)?.at ?? null,
  }
}
