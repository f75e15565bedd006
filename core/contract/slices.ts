/** Milliseconds that one piece of work holds the thread before everything else that waits gets a turn. */
const sliceMs = 2

/** The turns of a loop that may be long: `if (slices.over()) await slices.next()` after each of its steps. */
export interface Slices {
  /** Whether the loop has used up its slice. */
  over(): boolean
  /** Resolves when it is this loop's turn again. */
  next(): Promise<void>
}

/** Slices of all loops, in the order in which they asked: one for each round of the event loop. */
let last: Promise<void> = Promise.resolve()

/**
 * Cuts a loop into slices of time. Slices counted in rows or bytes differ by what they hold: an object with names that
 * have never occurred takes ten times longer to parse than one with known names. However many loops wait, others never
 * wait for more than one slice:
 *
 *     loop A: ▇▇      ▇▇      ▇▇
 *     loop B:     ▇▇      ▇▇
 *     others:   ▁▁  ▁▁  ▁▁  ▁▁  ▁▁
 *
 * @param clock milliseconds, from wherever
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
