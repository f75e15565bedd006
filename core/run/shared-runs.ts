/** One run under way, and how many wait for it. */
interface SharedRun<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiters: number
}

export interface SharedRuns<T> {
  /** Whether a run is under way that `join` would share. */
  has(key: string): boolean
  /**
   * The result of `start`, or of a run under the same key that is under way. Rejects with the signal's reason as soon
   * as it is aborted; the run itself is aborted when nobody waits for it any more.
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

  /** A run that was left and a new one of the same key may overlap: only one's own entry is removed. */
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

/** The result, unless the signal is aborted first. */
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
