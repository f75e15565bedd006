/** Runs the works of one key one after another, and those of different keys side by side. */
export function createQueues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    // The next one waits for this one's end, however it ends.
    const ended = done.catch(() => null)
    last.set(key, ended)
    try {
      return await done
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
