import type { DeclaredHandler, Emit, EventContext, Log } from '../../../contract/index.js'
import { eventNameProblem } from '../handlers.js'
import { afterCommit } from './commit-hooks.js'
import {
  createHandlerQueue,
  type HandlerQueue,
  type HandlerTally,
  type QueueBounds,
} from './handler-queue.js'
import { minuteLog } from './minute-log.js'
import { snapshotOf } from './snapshot.js'
import { realTimers, type Timers } from './timers.js'

/** What handlers get of the service; the bus adds what belongs to a delivery. */
export type EventParts = Omit<EventContext, 'emit' | 'at' | 'signal' | 'log'>

/** Brings the events of this process to the handlers that plugins declared. */
export interface EventBus {
  /** Returns the function by which a plugin announces events. */
  emitterOf(plugin: string): Emit
  /** From now on events are taken; before, in commands for instance, they are ignored. */
  open(parts: EventParts): void
  /** Starts the deliveries, once every service has started. */
  begin(): void
  /**
   * Delivers what waits, for so many milliseconds at most; then aborts the handlers and drops the rest. Events that are
   * announced later are ignored.
   */
  close(milliseconds: number): Promise<void>
  tallies(): readonly HandlerTally[]
}

export interface BusOptions {
  readonly handlers: readonly DeclaredHandler[]
  readonly log: Log
  readonly clock: () => number
  readonly timers?: Timers
  readonly bounds?: QueueBounds
}

/** What waits for one handler at most: copies of events, which the queues of all handlers share. */
export const usualBounds: QueueBounds = { deliveries: 10_000, bytes: 16 * 1024 * 1024 }

export function createEventBus(options: BusOptions): EventBus {
  const { handlers, log, clock, timers = realTimers, bounds = usualBounds } = options
  const byEvent = new Map<string, HandlerQueue[]>()
  let all: readonly HandlerQueue[] = []
  const emitters = new Map<string, Emit>()

  function queueOf(handler: DeclaredHandler, parts: EventParts): HandlerQueue {
    const { plugin, event } = handler
    const named = fieldsLog(log, { plugin, event })
    const emit = emitterOf(plugin)
    const contextOf = (at: number, signal: AbortSignal): EventContext =>
      Object.freeze({ ...parts, emit, at, signal, log: named })
    return createHandlerQueue(handler, { bounds, timers, log: named, contextOf })
  }

  function emitterOf(plugin: string): Emit {
    const known = emitters.get(plugin)
    if (known !== undefined) return known
    const rejected = minuteLog<{ readonly event: string; readonly err: unknown }>(
      timers,
      ({ event, err }, count) =>
        log.error({ plugin, event, err, events: count }, 'an event of the plugin could not be announced'),
    )
    const announce = (event: string, payload: () => object): void => {
      const queues = byEvent.get(event)
      if (queues === undefined) return
      if (!queues.some((queue) => queue.hasRoom())) {
        queues.forEach((queue) => queue.drop())
        return
      }
      try {
        const delivery = { ...snapshotOf(payload()), at: clock() }
        for (const queue of queues) queue.offer(delivery)
      } catch (err) {
        rejected({ event, err })
      }
    }
    const emit: Emit = (event, payload, transaction) => {
      const name = (event as { readonly name?: unknown } | undefined)?.name
      if (all.length === 0) return
      const problem = byEvent.has(String(name)) ? null : eventNameProblem(name)
      if (problem !== null) rejected({ event: String(name), err: new Error(problem) })
      if (!byEvent.has(String(name))) return
      if (transaction === undefined) announce(event.name, payload)
      else afterCommit(transaction, () => announce(event.name, payload))
    }
    emitters.set(plugin, emit)
    return emit
  }

  return {
    emitterOf,
    open(parts) {
      all = handlers.map((handler) => {
        const queue = queueOf(handler, parts)
        byEvent.set(handler.event, [...(byEvent.get(handler.event) ?? []), queue])
        return queue
      })
    },
    begin: () => all.forEach((queue) => queue.begin()),
    async close(milliseconds) {
      const drained = Promise.all(all.map((queue) => queue.drained()))
      await new Promise<void>((resolve) => {
        const cancel = timers.after(milliseconds, resolve)
        void drained.then(() => {
          cancel()
          resolve()
        })
      })
      byEvent.clear()
      for (const queue of all) queue.abort()
    },
    tallies: () => all.map((queue) => queue.tally()),
  }
}

const fieldsLog = (log: Log, more: object): Log => ({
  debug: (fields, message) => log.debug({ ...fields, ...more }, message),
  info: (fields, message) => log.info({ ...fields, ...more }, message),
  warn: (fields, message) => log.warn({ ...fields, ...more }, message),
  error: (fields, message) => log.error({ ...fields, ...more }, message),
})
