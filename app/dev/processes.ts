import type { ChildProcess } from 'node:child_process'

/** Ends a process by SIGTERM, after `patience` ms by SIGKILL. Resolves when it has ended. */
export async function ended(child: ChildProcess, patience = 1_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), patience)
    child.once('exit', () => {
      clearTimeout(late)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** Returns a function that runs `work`; calls during a run are one further run, with the latest argument. */
export function latestOf<T>(work: (given: T) => Promise<void>): (given: T) => Promise<void> {
  let running: Promise<void> | null = null
  let waiting: { readonly given: T } | null = null
  return (given) => {
    waiting = { given }
    running ??= (async () => {
      for (let next = waiting as { readonly given: T } | null; next !== null; next = waiting) {
        waiting = null
        await work(next.given)
      }
      running = null
    })()
    return running
  }
}
