/** Rejects the promise that is waited for if there is no sign of life for too long. */
export interface StallWatch {
  /** Waits for a plugin's work. Rejects with the fault if it stalls. */
  over<T>(work: Promise<T>): Promise<T>
  /** Waits for work that is not the plugin's; its time does not count. */
  outside<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** @param patience milliseconds without a sign of life */
export function stallWatch(patience: number, fault: () => Error): StallWatch {
  const ticks = 4
  let silent = 0
  let outside = 0
  let giveUp: ((error: Error) => void) | null = null
  // Keeps the process alive: a plugin that waits for nothing would otherwise end it without a word.
  const timer = setInterval(() => {
    if (giveUp !== null && outside === 0 && ++silent > ticks) giveUp(fault())
  }, patience / ticks)
  return {
    over: <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        silent = 0
        giveUp = reject
        work.then(resolve, reject)
      }).finally(() => (giveUp = null)),
    async outside(work) {
      outside += 1
      try {
        return await work
      } finally {
        outside -= 1
        silent = 0
      }
    },
    stop: () => clearInterval(timer),
  }
}
