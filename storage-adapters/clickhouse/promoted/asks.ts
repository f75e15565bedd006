/** How often properties are asked for, kept in memory: each ask counts half after a day. */
export interface AskCounts {
  note(keys: Iterable<string>): void
  /** The keys that count at least `least`, the most asked first. */
  often(least: number): readonly string[]
  /** The time of the last ask in milliseconds since 1970; null if this process has not seen one. */
  last(key: string): number | null
}

/** A client may ask for any number of names; the least asked ones are forgotten. */
const mostKeys = 1_000

interface Count {
  readonly score: number
  readonly at: number
}

const halfLifeMs = 86_400_000

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
