import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { BatchPlace } from '../../../contract/index.js'
import type { LineError } from './state.js'

/** The service's response to one batch; error lines count from 1 within the batch. */
export interface SendResult {
  readonly accepted: number
  readonly rejected: number
  readonly errors: readonly LineError[]
  /** The service stores batches in the order of their numbers, however they arrive. */
  readonly inOrder?: boolean
}

/** The service cannot accept the batch now: it is sent again, after at least `retryAfter` seconds. */
export class RetryLater extends Error {
  readonly retryAfter: number

  constructor(message: string, retryAfter = 0, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RetryLater'
    this.retryAfter = retryAfter
  }
}

export interface FlightOptions {
  /** Sends JSON Lines. Rejects with RetryLater to be called again; any other error ends the import. */
  readonly send: (jsonLines: string, place: BatchPlace) => Promise<SendResult>
  /** The maximum number of attempts per batch. */
  readonly tries?: number
  /** Waits; in milliseconds. */
  readonly sleep?: (time: number) => Promise<unknown>
  /** The most batches on their way at a time, to a service that keeps their order. */
  readonly atOnce?: number
}

/** The batches of one import on their way to the service. */
export interface Flights {
  /**
   * Sends a batch, and resolves as soon as the next one may be prepared; one without a body only takes its place.
   * `landed` is called in the order of the batches. Rejects with the failure of an earlier batch; call end() then.
   */
  send(body: string | null, landed: Landed): Promise<void>
  /** Waits for all batches on their way. Rejects with the first failure, unless send() has. */
  end(): Promise<void>
}

type Landed = (result: SendResult) => Promise<void>
type Outcome = { readonly result: SendResult } | { readonly error: unknown }

interface Flight {
  readonly body: string
  readonly landed: Landed
  readonly outcome: Promise<Outcome>
}

const longestWait = 30_000
/** Characters on their way: the service holds 32 MB of the bodies of one sender at a time. */
const mostCharacters = 16 * 1024 * 1024
/** A service of several processes, or one that is often busy, breaks runs: then one batch at a time is faster. */
const mostBreaks = 3

const nothingSent: SendResult = { accepted: 0, rejected: 0, errors: [] }

/**
 * Sends batches, several at a time once the service says that it stores them in the order of their numbers; until
 * then, one at a time. Batches fail from one on: the service stores none of a run after one that failed. These are
 * sent again one after another, and a new run begins.
 *
 *   0 ✓  1 ✓ 2 ✗ 3 ✗ 4 ✗  → 2, 3, 4 again, each alone; then run 2 begins with 0
 */
export function createFlights(options: FlightOptions): Flights {
  const { send, atOnce = 12 } = options
  const flying: Flight[] = []
  let place: BatchPlace = { run: randomUUID(), number: 0 }
  let together = false
  let breaks = 0
  let failed = false

  function hasRoom(body: string): boolean {
    if (flying.length === 0) return true
    const characters = flying.reduce((sum, one) => sum + one.body.length, body.length)
    return together && flying.length < atOnce && characters <= mostCharacters
  }

  const newRun = (): void => {
    place = { run: randomUUID(), number: 0 }
    together = false
  }

  /** Waits for the first batch on its way. */
  async function landFirst(): Promise<void> {
    const first = flying.shift()
    if (first === undefined) return
    const outcome = await first.outcome
    if ('result' in outcome) {
      together = outcome.result.inOrder === true && breaks < mostBreaks
      await first.landed(outcome.result)
      return
    }
    if (!(outcome.error instanceof RetryLater)) throw outcome.error
    await sendAgain([first, ...flying.splice(0)])
  }

  /** Waits until none is on its way, and sends those that failed one after another. */
  async function sendAgain(batches: readonly Flight[]): Promise<void> {
    const outcomes = await Promise.all(batches.map(({ outcome }) => outcome))
    if (batches.length > 1) breaks++
    for (const [index, { body, landed }] of batches.entries()) {
      const outcome = outcomes[index]
      if (outcome !== undefined && 'result' in outcome) await landed(outcome.result)
      else {
        newRun()
        await landed(await sendPatiently(body, place, outcome?.error, options))
      }
    }
    newRun()
  }

  async function orFail(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      failed = true
      throw error
    }
  }

  return {
    send: (body, landed) =>
      orFail(async () => {
        while (!hasRoom(body ?? '')) await landFirst()
        const sent =
          body === null ? Promise.resolve({ ...nothingSent, inOrder: together }) : send(body, place)
        if (body !== null) place = { ...place, number: place.number + 1 }
        flying.push({
          body: body ?? '',
          landed,
          outcome: sent.then(
            (result) => ({ result }),
            (error: unknown) => ({ error }),
          ),
        })
      }),
    async end() {
      if (!failed)
        return orFail(async () => {
          while (flying.length > 0) await landFirst()
        })
      await Promise.all(flying.map(({ outcome }) => outcome))
    },
  }
}

/** Sends a body that has failed once, and again whenever the service cannot accept it now. */
async function sendPatiently(
  body: string,
  place: BatchPlace,
  failure: unknown,
  { send, tries = 10, sleep = setTimeout }: FlightOptions,
): Promise<SendResult> {
  let error = failure
  for (let attempt = 1; ; attempt++) {
    if (!(error instanceof RetryLater) || attempt >= tries) throw error
    const backoff = Math.min(longestWait, 250 * 2 ** attempt)
    await sleep(Math.max(backoff, error.retryAfter * 1000))
    try {
      return await send(body, place)
    } catch (next) {
      error = next
    }
  }
}
