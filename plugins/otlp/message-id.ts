import { createHash } from 'node:crypto'

/** A 128-bit hash of JSON values as an id, so that a retry of the same content is deduplicated. */
export const messageId = (...parts: readonly unknown[]): string =>
  `otlp-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}`
