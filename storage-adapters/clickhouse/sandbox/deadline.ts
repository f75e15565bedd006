/** The engine ends a statement itself; this only ends waiting for one that it cannot stop where it is. */
const graceMs = 1_500
/** What a timer takes. */
const mostMs = 2 ** 31 - 1

export interface Deadline {
  /** Aborted by the caller's signal, or when the time is over. */
  readonly signal: AbortSignal
  /** Whether the time is over. */
  readonly passed: boolean
  end(): void
}

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
