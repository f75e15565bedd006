import type { After } from './pace.js'

interface Timer {
  readonly at: number
  readonly call: () => void
}

export interface FakeClock {
  readonly clock: () => number
  readonly after: After
  /** Moves the time on and calls back every timer that is due, in order. */
  advance(milliseconds: number): void
}

/** A clock that stands still until a test moves it. */
export function fakeClock(start: number): FakeClock {
  const timers = new Set<Timer>()
  let now = start
  return {
    clock: () => now,
    after(milliseconds, call) {
      const timer = { at: now + milliseconds, call }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const [first] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (first === undefined) break
        timers.delete(first)
        now = Math.max(now, first.at)
        first.call()
      }
      now = end
    },
  }
}
