import type { Log } from '../contract/index.js'

/** Milliseconds after which a handler that has not returned is named in the log, again and again. */
const slowMs = 60_000

/** Waits for a handler. One that does not return holds up only its own request, but should be known by its plugin. */
export async function namedWhileSlow<T>(
  log: Pick<Log, 'warn'>,
  { plugin, route }: { readonly plugin: string; readonly route: string },
  handled: Promise<T>,
  everyMs = slowMs,
): Promise<T> {
  const began = Date.now()
  const slow = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000)
    log.warn({ plugin, route }, `the handler of plugin ${plugin} has not returned after ${seconds} s`)
  }, everyMs).unref()
  try {
    return await handled
  } finally {
    clearInterval(slow)
  }
}
