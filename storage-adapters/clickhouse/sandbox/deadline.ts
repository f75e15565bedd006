/**
 * Time in ms that the engine gets beyond the time limit. It ends statements itself; after this the service
 * stops waiting for one that it cannot stop.
 */
const graceMs = 1_500
/** The longest delay of a timer. */
const mostMs = 2 ** 31 - 1

/** A statement's deadline, combined with its caller's signal. */
export interface Deadline {
  /** Aborts with the caller's signal, or at the deadline. */
  readonly signal: AbortSignal
  /** Whether the deadline has passed. */
  readonly passed: boolean
  end(): void
}

/** Starts a deadline of `timeMs` plus the grace time. The caller must call `end`. */
export function deadline(timeMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const stop = (): void => {
    controller.abort()
  }
  let passed = false
  const timer = setTimeout(
    () => {
      passed = true
      stop()
    },
    Math.min(timeMs + graceMs, mostMs),
  )
  if (caller?.aborted === true) stop()
  else caller?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    get passed() {
      return passed
    },
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    },
  }
}
