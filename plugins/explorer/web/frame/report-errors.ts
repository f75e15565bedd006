import { isAbort } from '../api/error.js'
import type { Bridge } from './bridge.js'

/** An error in a loop must not flood the explorer. */
const mostReported = 20

/** Tells the explorer of errors that nothing in the page caught, each message once. */
export function reportErrors(explorer: Bridge): void {
  const seen = new Set<string>()
  const report = (error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error)
    if (isAbort(error) || seen.has(message) || seen.size === mostReported) return
    seen.add(message)
    explorer.post({ kind: 'error', message })
  }
  addEventListener('error', (event) => report(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => report(event.reason))
}
