import type { Log } from './log.js'
import type { ServiceRef } from './service-ref.js'
import type { ReadSetting } from './setting.js'
import type { Settings } from './settings.js'
import type { AnalyticsStore, Records, RecordStore } from './storage.js'

/** A typed name under which one plugin announces what has happened, and others listen with `host.on()`. */
export interface EventRef<P extends object> {
  /** `<thing>.<done>` in lower case: `workspace.deleted`. */
  readonly name: string
  /** Never set; it only carries the type. */
  readonly type?: P
}

/**
 * Returns the reference of an event. A plugin names its own events after itself (`comments.posted`); the names
 * of built-in things (`workspace.…`, `key.…`) are reserved. A payload is plain data: strings, numbers, booleans, null,
 * dates, arrays and plain objects.
 */
export const defineEvent = <P extends object>(name: string): EventRef<P> => Object.freeze({ name })

/**
 * Announces an event to the handlers in this process. Never throws and never waits: `payload` is called only if
 * a handler has room for it, its result is copied, and handlers run after the current work.
 *
 * With `transaction`, the event is announced when that transaction has committed, and never if it is rolled
 * back. `payload` is called then.
 */
export type Emit = <P extends object>(event: EventRef<P>, payload: () => P, transaction?: Records) => void

/** What a handler may use: the parts that a service is made from, and its delivery. */
export interface EventContext {
  readonly settings: Settings
  /** Reads a setting that a plugin declares. */
  readonly setting: ReadSetting
  readonly records: RecordStore
  readonly analytics: AnalyticsStore
  /** Milliseconds since 1970 UTC. */
  readonly clock: () => number
  readonly newId: (prefix: string) => string
  readonly use: <T extends object>(ref: ServiceRef<T>) => T
  /** Returns null if no plugin supplies the service. */
  readonly find: <T extends object>(ref: ServiceRef<T>) => T | null
  readonly emit: Emit
  /** When the event was announced, in milliseconds since 1970 UTC. */
  readonly at: number
  /**
   * Aborted when the time is over or the service stops. The handler must end then: nothing else can stop it, and it
   * gets no further event before it has ended.
   */
  readonly signal: AbortSignal
  /** Names the plugin and the event in every line. */
  readonly log: Log
}

/**
 * Handles one event. The payload is frozen. A handler gets one event at a time, in the order in which they were
 * announced. A rejection is logged and counted; the event is not delivered again.
 */
export type EventHandler<P extends object> = (payload: P, context: EventContext) => Promise<void> | void

export interface HandlerOptions {
  /** Seconds after which the signal of a delivery is aborted; 30 by default, at most 3,600. */
  readonly timeout?: number
}

/** A handler as the kernel has checked it. */
export interface DeclaredHandler {
  readonly plugin: string
  /** The event's name. */
  readonly event: string
  readonly handle: EventHandler<object>
  /** Seconds. */
  readonly timeout: number
}

export const deliveryOutcomes = ['delivered', 'failed', 'timed_out', 'dropped'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]
