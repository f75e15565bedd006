/** The two ways in which deliveries wait; tests have their own. */
export interface Timers {
  /** Calls back in a round of the event loop of its own. */
  readonly soon: (call: () => void) => void
  /** Calls back after a time in milliseconds; returns the function that cancels it. */
  readonly after: (milliseconds: number, call: () => void) => () => void
}

export const realTimers: Timers = {
  soon: (call) => void setImmediate(call),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}
