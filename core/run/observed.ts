export type RunOutcome = 'ok' | 'error' | 'aborted'

/** Told of every query that really runs; the parts are what the service's own metrics count. */
export interface RunObserver {
  started(): void
  ended(outcome: RunOutcome, milliseconds: number): void
}

/** Told where the rows of a plan come from: a run of its own, one that others asked for, or what is kept. */
export interface AnswerObserver {
  answered(from: 'store' | 'shared' | 'cache'): void
}

/** The work's result; its observer is told when it starts and how it ends. */
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
