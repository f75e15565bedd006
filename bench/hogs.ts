import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { dayText, lastDay } from './days.js'
import type { BenchService, BenchWorkspace, Request } from './service.js'

export interface Hog {
  /** Requests in flight. */
  readonly requests: number
  at(asked: number): Request
}

/** A range without a cached answer: no request had it before. */
export function rangeAt(asked: number): string {
  const last = lastDay - (asked % 20)
  return `${dayText(last - 7 - (Math.floor(asked / 20) % 40))},${dayText(last)}`
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

const formula = (asked: number): Request => ({
  path: 'metrics/formula',
  body: {
    formula: letters.join(' + '),
    series: letters.map((_, index) => ({ metric: 'dau', range: rangeAt(asked * letters.length + index) })),
    granularity: 'daily',
  },
})

/** Loads by one workspace, or one address, that may slow others. */
export const hogs = {
  /** 26 series that no other formula has. */
  formulas: { requests: 40, at: formula },
  /** A hundred series with cached answers: they cost the service, not the engine. */
  kept: { requests: 40, at: (asked) => formula(asked % 4) },
  /** Joins each event with 300 others. */
  sql: {
    requests: 40,
    at: (asked) => ({
      path: 'data/query',
      body: {
        query: `SELECT count(*) FROM events_v1 a CROSS JOIN (SELECT device_id FROM events_v1 LIMIT 300) b WHERE a.event_name <> 'e${asked}' AND a.device_id > b.device_id`,
      },
    }),
  },
  /** Every password is hashed, whether the account exists or not. */
  'sign-in': {
    requests: 120,
    at: (asked) => ({
      path: 'auth/login',
      body: { email: `nobody-${asked}@example.com`, password: 'not the right one' },
    }),
  },
} as const satisfies Readonly<Record<string, Hog>>

export type HogName = keyof typeof hogs

export interface RunningHog {
  /** Ends the requests; returns the number of answers by status. */
  stop(): Promise<ReadonlyMap<number, number>>
}

/** Input of a hog's own thread. */
export interface HogOrder {
  readonly name: HogName
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
  readonly seed: number
}

/** Keeps this many requests in flight from a thread of its own; each starts again as soon as it is answered. */
export function startHog(
  { base }: BenchService,
  { headers }: BenchWorkspace,
  name: HogName,
  seed: number,
): RunningHog {
  const workerData: HogOrder = { name, base, headers, seed }
  const worker = new Worker(new URL('./hog-thread.js', import.meta.url), { workerData })
  const failed = once(worker, 'error').then(([error]: unknown[]) => Promise.reject(error as Error))
  failed.catch(() => undefined)
  return {
    async stop() {
      worker.postMessage('stop')
      const [answered] = (await Promise.race([once(worker, 'message'), failed])) as [Map<number, number>]
      await worker.terminate()
      return answered
    },
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
