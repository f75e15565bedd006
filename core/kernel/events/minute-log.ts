import type { Timers } from './timers.js'

/**
 * Returns a function that logs one line at once, and the others of the following minute as one line with their number.
 *
 *     at 0 s: a, at 1 s: b, at 2 s: c → line(a, 1) at 0 s, line(c, 2) at 60 s
 */
export function minuteLog<T>(
  { after }: Pick<Timers, 'after'>,
  line: (latest: T, count: number) => void,
): (one: T) => void {
  let held: { latest: T; count: number } | null = null
  let quiet = false
  function flush(): void {
    quiet = held !== null
    if (held === null) return
    const { latest, count } = held
    held = null
    after(60_000, flush)
    line(latest, count)
  }
  return (latest) => {
    held = { latest, count: (held?.count ?? 0) + 1 }
    if (!quiet) flush()
  }
}
