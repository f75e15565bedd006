import type { Test } from 'tap'
import { ServiceError } from '../../../contract/index.js'
import { createFairQueue } from './fair-queue.js'
import type { QueueTurn, QueueLimits } from './types.js'

export const usual: QueueLimits = {
  all: 4,
  perWorkspace: 3,
  perCaller: 2,
  waiting: 100,
  waitMs: 1_000,
  threads: 1,
}

/** Resolves when everything that waits only for other promises has settled. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export interface Asked {
  readonly name: string
  place: QueueTurn | null | undefined
  error: unknown
  readonly controller: AbortController
  /** Ends the statement. */
  end(): Promise<void>
}

/** A queue with a fake clock; statements run until the test ends them. */
export function timedQueue(limits: Partial<QueueLimits> = {}) {
  let now = 0
  let timers: { readonly at: number; readonly call: () => void }[] = []
  const seen = { waiting: 0, running: 0, waits: [] as number[], rejected: [] as string[] }
  const queue = createFairQueue({
    limits: { ...usual, ...limits },
    what: 'queries',
    clock: {
      now: () => now,
      after(milliseconds, call) {
        const timer = { at: now + milliseconds, call }
        timers.push(timer)
        return () => {
          timers = timers.filter((one) => one !== timer)
        }
      },
    },
    observer: {
      queued() {
        seen.waiting++
      },
      left() {
        seen.waiting--
      },
      started(waited) {
        seen.running++
        seen.waits.push(waited)
      },
      ended() {
        seen.running--
      },
      rejected: (reason) => void seen.rejected.push(reason),
    },
  })
  /** In the order in which they began; those that joined another are in parentheses. */
  const begun: string[] = []
  return {
    queue,
    seen,
    begun,
    timers: () => timers.length,
    pass(milliseconds: number): void {
      now += milliseconds
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers = timers.filter((one) => one !== timer)
        timer.call()
      }
    },
    /** `name`: the workspace's letter, then the caller's, then anything. */
    ask(name: string, request: object = {}, key: string | null = null): Asked {
      const controller = new AbortController()
      let finish = (): void => undefined
      const asked: Asked = {
        name,
        place: undefined,
        error: undefined,
        controller,
        async end() {
          finish()
          asked.place?.end()
          await settled()
        },
      }
      queue
        .enter(
          { workspace: name.slice(0, 1), caller: name.slice(0, 2), request },
          key,
          (place) => {
            asked.place = place
            begun.push(place === null ? `(${name})` : name)
            return new Promise<void>((resolve) => (finish = resolve))
          },
          controller.signal,
        )
        .catch((error: unknown) => {
          asked.error = error
        })
      return asked
    },
  }
}

/** Ends the running statements one after another until none runs. */
export async function drain(all: readonly Asked[]): Promise<void> {
  for (;;) {
    const running = all.find((one) => one.place)
    if (running === undefined) return
    await running.end()
    running.place = undefined
  }
}

export function isRejected(t: Test, { error }: Asked, message: RegExp, seconds: number): void {
  t.ok(error instanceof ServiceError)
  const { code, message: words, retryAfter } = error as ServiceError
  t.equal(code, 'RATE_LIMITED')
  t.match(words, message)
  t.equal(retryAfter, seconds)
}
