/** Creates a function that runs tasks of the same key one after another and tasks of different keys in parallel. */
export function createQueues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    // The next task waits for the end of this one, even if it fails.
    const ended = done.catch(() => null)
    last.set(key, ended)
    try {
      return await done
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
