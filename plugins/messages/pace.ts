/** Times in milliseconds. */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** A message that was not taken for this long has failed. */
export const longestMs = 24 * hour
/** A claimed message whose process died is due again after this time: longer than any attempt. */
export const claimMs = 2 * minute
/** Ended messages are listed for this time. */
export const listedMs = 30 * 24 * hour

const delays = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour]

/** Returns the time from a failed attempt to the next one; attempts are counted from 1. */
export const delayAfter = (attempt: number): number =>
  delays[Math.min(attempt, delays.length) - 1] ?? delays[0] ?? 0
