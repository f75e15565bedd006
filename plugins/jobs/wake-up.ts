import type { After } from './pace.js'

/** One timer that keeps the earliest of the times for which it is set. */
export interface WakeUp {
  /** Calls back in so many milliseconds, unless it does so sooner. */
  in(milliseconds: number): void
  close(): void
}

export function createWakeUp(after: After, clock: () => number, call: () => void): WakeUp {
  let dueAt = Infinity
  let cancel = (): void => undefined
  let closed = false
  return {
    in(milliseconds) {
      const at = clock() + Math.max(milliseconds, 1)
      if (closed || at >= dueAt) return
      cancel()
      dueAt = at
      cancel = after(Math.max(milliseconds, 1), () => {
        dueAt = Infinity
        call()
      })
    },
    close() {
      closed = true
      cancel()
    },
  }
}
