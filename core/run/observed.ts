export type RunOutcome = 'ok' | 'error' | 'aborted'

/** Notified of every query that the engine runs, for the service's own metrics. */
export interface RunObserver {
  started(): void
  ended(outcome: RunOutcome, milliseconds: number): void
}

/** Notified of the origin of a plan's rows: a run of its own, a shared run, or the cache. */
export interface AnswerObserver {
  answered(from: 'store' | 'shared' | 'cache'): void
}

/** Runs the work and notifies the observer of its start and its outcome. */
export async function observed<T>(
  observer: RunObserver | undefined,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  observer?.started()
  let outcome: RunOutcome = 'error'
  try {
    const result = await work()
    outcome = 'ok'
    return result
  } catch (error) {
    if (signal?.aborted === true) outcome = 'aborted'
    throw error
  } finally {
    observer?.ended(outcome, performance.now() - started)
  }
}
