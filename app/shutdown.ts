import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../contract/index.js'

/**
 * Milliseconds that each step of a shutdown may take, in this order. With the embedded engines' bounds
 * (storage-adapters/embedded/stop-bounds.ts) their sum stays below the 30 s that the service promises.
 */
export const shutdownBounds = {
  drainMs: 10_000,
  /** For handlers of events. */
  eventsMs: 500,
  servicesMs: 4_000,
  analyticsMs: 2_000,
  recordsMs: 2_000,
} as const

/**
 * Waits for a step of the shutdown, at most this long. A step that fails or is late is logged and abandoned.
 * No acknowledged data is lost: it is stored already.
 */
export async function closedWithin(
  { name, milliseconds }: { readonly name: string; readonly milliseconds: number },
  close: () => Promise<void>,
  log: Log,
): Promise<void> {
  const inTime = new AbortController()
  const late = wait(milliseconds, 'late', { signal: inTime.signal }).catch(() => 'ended')
  const closing = close().then(
    () => 'ended',
    (err: unknown) => {
      log.error({ err, part: name }, 'a part of the service could not be closed')
      return 'ended'
    },
  )
  if ((await Promise.race([closing, late])) === 'late')
    log.error({ part: name, milliseconds }, 'a part of the service did not close in time')
  inTime.abort()
}
