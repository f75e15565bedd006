/** Milliseconds. */
export interface Pace {
  /** Between two beats of a held lease, and between two looks at another process's. */
  readonly beat: number
  /** A lease whose beat stands still for this long has lost its process. */
  readonly lease: number
  /** The longest time between two looks at the schedule. */
  readonly look: number
  /** A scheduled time that is over for longer was missed. */
  readonly missed: number
  /** For a run to end after it was aborted; afterwards it is abandoned. */
  readonly patience: number
  /** For all runs to end when the service stops. */
  readonly stop: number
  /** Until the records are read again after a failure. */
  readonly retry: number
}

export const usualPace: Pace = {
  beat: 10_000,
  lease: 30_000,
  look: 60_000,
  missed: 60_000,
  patience: 10_000,
  stop: 2_000,
  retry: 5_000,
}

/** Calls back after a time in milliseconds; returns the function that cancels it. */
export type After = (milliseconds: number, call: () => void) => () => void

/** What a timer of Node can wait, 24 days; with a longer time it would fire at once. */
const longestTimeout = 2 ** 31 - 1

export const realAfter: After = (milliseconds, call) => {
  const timer = setTimeout(call, Math.min(milliseconds, longestTimeout)).unref()
  return () => clearTimeout(timer)
}
