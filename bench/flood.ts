import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Requests of one size, their content and their target. */
export interface FloodOrder {
  readonly base: string
  readonly ingestKey: string
  /** Events of a request. */
  readonly size: number
  readonly events: number
  /** Events; null: requests follow each other at once. */
  readonly perSecond: number | null
  /** Names of an event. */
  readonly perEvent: number
  /** The number of the first name; null: the names are the same for all events. */
  readonly from: number | null
}

/** Resolves when all requests were answered 202. */
export async function flood(order: FloodOrder): Promise<void> {
  const thread = new Worker(new URL('flood-thread.js', import.meta.url), { workerData: order })
  await once(thread, 'exit')
}

/** Between two requests of a neighbour: it asks and sends as people do, not as fast as it can. */
const restMs = 100

/** Milliseconds of each run, one after the other with a rest between them, while `goesOn`; at least twenty. */
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

/** Milliseconds by which the event loop of this process, in which the service runs, was late: the 99th percentile. */
export function loopDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  return () => {
    delay.disable()
    return delay.percentile(99) / 1e6
  }
}
