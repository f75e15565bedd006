/**
 * Waits for work of a plugin. Calls `say` with the seconds so far, again and again, until the work settles: what never
 * does is known by its name.
 */
export async function whileSlow<T>(
  work: Promise<T>,
  everyMs: number,
  say: (seconds: number) => void,
): Promise<T> {
  const began = Date.now()
  const slow = setInterval(() => say(Math.round((Date.now() - began) / 1000)), everyMs)
  try {
    return await work
  } finally {
    clearInterval(slow)
  }
}
