import { createHash } from 'node:crypto'

/** An id that follows from what these texts say, 128 bits: whoever sends the same again is recognised. */
export const messageId = (...parts: readonly unknown[]): string =>
  `otlp-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}`
