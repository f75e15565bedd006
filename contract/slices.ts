/** Milliseconds that one task may hold the thread before other tasks get a turn. */
const sliceMs = 2

/**
 * The time slices of a potentially long loop: `if (slices.over()) await slices.next()` after each iteration.
 */
export interface Slices {
  /** Whether the loop has used up its slice. */
  over(): boolean
  /** Resolves when it is this loop's turn again. */
  next(): Promise<void>
}

/** The slices of all loops, in request order: one per round of the event loop. */
let last: Promise<void> = Promise.resolve()

/**
 * Divides a loop into slices of time. Slices counted in rows or bytes would vary with their content: an
 * object with previously unseen names takes ten times longer to parse than one with known names. However many
 * loops wait, other work never waits for more than one slice:
 *
 *     loop A: ▇▇      ▇▇      ▇▇
 *     loop B:     ▇▇      ▇▇
 *     others:   ▁▁  ▁▁  ▁▁  ▁▁  ▁▁
 *
 * @param clock milliseconds, from any origin
 */
export function createSlices(clock: () => number = () => performance.now()): Slices {
  let begun = clock()
  return {
    over: () => clock() - begun >= sliceMs,
    async next() {
      last = last.then(() => new Promise<void>((resolve) => void setImmediate(resolve)))
      await last
      begun = clock()
    },
  }
}
