/** Milliseconds between two deliveries. */
const pace = 100

let next: Promise<void> | null = null
let last = -Infinity

/**
 * Resolves at once, or with all others a tenth of a second after the last time, so that the answers of many tiles are
 * drawn in few frames: most of the cost of a board is that of its frames.
 */
export function together(): Promise<void> {
  next ??= new Promise((resolve) =>
    setTimeout(
      () => {
        next = null
        last = performance.now()
        resolve()
      },
      Math.max(0, last + pace - performance.now()),
    ),
  )
  return next
}
