/** A run in progress, and the number of its waiters. */
interface SharedRun<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiters: number
}

export interface SharedRuns<T> {
  /** Whether a run is in progress that `join` would share. */
  has(key: string): boolean
  /**
   * Returns the result of `start`, or of a run in progress with the same key. Rejects with the signal's
   * reason as soon as it is aborted. The run itself is aborted once it has no waiters.
   */
  join(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

export function createSharedRuns<T>(): SharedRuns<T> {
  const runs = new Map<string, SharedRun<T>>()

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): SharedRun<T> {
    const controller = new AbortController()
    const run: SharedRun<T> = { result: start(controller.signal), controller, waiters: 0 }
    runs.set(key, run)
    const end = (): void => forget(key, run)
    run.result.then(end, end)
    return run
  }

  /** An abandoned run and a new one with the same key may overlap: each removes only its own entry. */
  function forget(key: string, run: SharedRun<T>): void {
    if (runs.get(key) === run) runs.delete(key)
  }

  async function join(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    const run = runs.get(key) ?? begin(key, start)
    run.waiters += 1
    try {
      return await (signal ? orAborted(run.result, signal) : run.result)
    } finally {
      run.waiters -= 1
      if (run.waiters === 0 && runs.get(key) === run) {
        forget(key, run)
        run.controller.abort()
      }
    }
  }

  return { has: (key) => runs.has(key), join }
}

/** Returns the result, or rejects if the signal is aborted first. */
async function orAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave: () => void = () => undefined
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error)
  })
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([result, left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
