import type { Meters } from '../../contract/index.js'

/** Metrics that nothing reads. */
export const noMeters: Meters = {
  gauge: () => ({ set: () => undefined }),
  counter: () => ({ increment: () => undefined }),
}
