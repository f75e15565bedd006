import type { DeclaredHandler, DeliveryOutcome, EventContext, Log } from '../../../contract/index.js'
import { minuteLog } from './minute-log.js'
import type { Timers } from './timers.js'

/** An event that waits for a handler. */
export interface Delivery {
  readonly payload: object
  readonly bytes: number
  /** Milliseconds since 1970 UTC. */
  readonly at: number
}

/** Bounds of the deliveries that wait for one handler. An empty queue takes a delivery of any size. */
export interface QueueBounds {
  readonly deliveries: number
  readonly bytes: number
}

/** The deliveries of a handler in this process. */
export interface HandlerTally {
  readonly plugin: string
  readonly event: string
  readonly waiting: number
  readonly outcomes: Readonly<Record<DeliveryOutcome, number>>
}

export interface HandlerQueue {
  hasRoom(): boolean
  /** Drops the delivery, counts it and logs it if the queue is full or closed. */
  offer(delivery: Delivery): void
  /** Counts and logs an event that was not even copied, because no handler had room for it. */
  drop(): void
  /** Starts the deliveries; what was offered before waits. */
  begin(): void
  /** Takes no more, and resolves when everything has been delivered. */
  drained(): Promise<void>
  /** Aborts the delivery that runs and drops what waits. */
  abort(): void
  tally(): HandlerTally
}

export interface QueueOptions {
  readonly bounds: QueueBounds
  readonly timers: Timers
  /** Names the plugin and the event in every line. */
  readonly log: Log
  readonly contextOf: (at: number, signal: AbortSignal) => EventContext
}

/**
 * What waits for one handler. It runs in rounds of the event loop of its own and one delivery at a time, so neither an
 * error nor a slow handler reaches those who announce events, or other handlers.
 */
export function createHandlerQueue(
  { plugin, event, handle, timeout }: DeclaredHandler,
  { bounds, timers, log, contextOf }: QueueOptions,
): HandlerQueue {
  const outcomes = { delivered: 0, failed: 0, timed_out: 0, dropped: 0 }
  let waiting: Delivery[] = []
  let bytes = 0
  let begun = false
  let closed = false
  let running: AbortController | null = null
  /** Deliveries that took longer than the timeout. */
  const overdue = new WeakSet<AbortController>()
  const idle: (() => void)[] = []

  const failed = minuteLog<unknown>(timers, (err, failures) =>
    log.error({ err, failures }, 'the handler of an event failed'),
  )
  const late = minuteLog<null>(timers, (_, timeouts) =>
    log.error(
      { timeouts, timeout_seconds: timeout },
      'the handler of an event took longer than its timeout; it gets no event before it ends',
    ),
  )
  const dropped = minuteLog<null>(timers, (_, events) =>
    log.error({ events }, 'events were dropped, because too many wait for the handler'),
  )

  function next(): void {
    if (!begun || running !== null) return
    const [delivery] = waiting
    if (delivery === undefined) {
      idle.splice(0).forEach((resolve) => resolve())
      return
    }
    const controller = (running = new AbortController())
    timers.soon(() => {
      // Aborted before its turn: the queue is empty.
      if (waiting[0] !== delivery) {
        ended()
        return
      }
      waiting.shift()
      bytes -= delivery.bytes
      void run(delivery, controller)
    })
  }

  async function run({ payload, at }: Delivery, controller: AbortController): Promise<void> {
    const cancel = timers.after(timeout * 1000, () => {
      outcomes.timed_out++
      late(null)
      overdue.add(controller)
      controller.abort(new Error(`the handler took longer than its timeout of ${timeout} s`))
    })
    try {
      await handle(payload, contextOf(at, controller.signal))
      if (!overdue.has(controller)) outcomes.delivered++
    } catch (error) {
      if (!overdue.has(controller)) {
        outcomes.failed++
        failed(error)
      }
    }
    cancel()
    ended()
  }

  function ended(): void {
    running = null
    next()
  }

  const hasRoom = (): boolean =>
    !closed && (waiting.length === 0 || (waiting.length < bounds.deliveries && bytes < bounds.bytes))

  function drop(): void {
    outcomes.dropped++
    dropped(null)
  }

  return {
    hasRoom,
    drop,
    offer(delivery) {
      if (!hasRoom()) {
        drop()
        return
      }
      waiting.push(delivery)
      bytes += delivery.bytes
      next()
    },
    begin() {
      begun = true
      next()
    },
    drained() {
      closed = true
      return new Promise((resolve) => {
        idle.push(resolve)
        next()
      })
    },
    abort() {
      const lost = waiting.length + (running === null ? 0 : 1)
      if (lost === 0) return
      outcomes.dropped += waiting.length
      log.warn({ events: lost }, 'events were not delivered before the service stopped')
      waiting = []
      bytes = 0
      running?.abort(new Error('the service is stopping'))
    },
    tally: () => ({ plugin, event, waiting: waiting.length, outcomes: { ...outcomes } }),
  }
}
