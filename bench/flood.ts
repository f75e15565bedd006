import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Requests of one size, their content and their target. */
export interface FloodOrder {
  readonly base: string
  readonly ingestKey: string
  /** Events per request. */
  readonly size: number
  readonly events: number
  /** Events per second; null sends requests one right after another. */
  readonly perSecond: number | null
  /** Names per event. */
  readonly perEvent: number
  /** The number of the first name; null uses the same names for all events. */
  readonly from: number | null
}

/** Resolves when all requests were answered 202. */
export async function flood(order: FloodOrder): Promise<void> {
  const thread = new Worker(new URL('flood-thread.js', import.meta.url), { workerData: order })
  await once(thread, 'exit')
}

/**
 * Milliseconds between two requests of a neighbour: it queries and sends as people do, not as fast as it can.
 */
const restMs = 100

/** Milliseconds of each run, one after another with a pause between them, while `goesOn`; at least twenty. */
export async function timesOf(work: () => Promise<unknown>, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (goesOn() || times.length < 20) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
    await pause(restMs)
  }
  return times
}

export const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

/**
 * Milliseconds by which the event loop of this process, in which the service runs, was late: the 99th
 * percentile.
 */
export function loopDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  return () => {
    delay.disable()
    return delay.percentile(99) / 1e6
  }
}
