/** Runs the work while reading the clock or a random number throws an error with this message. */
export function withoutClock<T>(message: string, work: () => T): T {
  const [now, random] = [Date.now, Math.random]
  const impure = (): never => {
    throw new Error(message)
  }
  Date.now = impure
  Math.random = impure
  try {
    return work()
  } finally {
    Date.now = now
    Math.random = random
  }
}
