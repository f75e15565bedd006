import { LRUCache } from 'lru-cache'
import type { ContextSighting, ContextSpan, EventRow } from '../../contract/index.js'
import { underlay } from './agent.js'
import type { ContextValues } from './context.js'
import type { OpenEvent } from './pending-batch.js'
import { isAssigned } from './sessions.js'

const minute = 60_000
/** How long a context applies after its own time. */
export const stickyMs = 30 * 24 * 60 * minute
/** How long before its own time a context applies: clients send it only after they have collected it. */
export const earlierMs = 30 * minute

/** The subject of a context: a session of a device, or the device itself if `session_id` is null. */
export interface Subject {
  readonly device_id: string
  readonly session_id: string | null
}

/** The columns of a context line and its time. */
export interface StickyContext {
  readonly timestamp: number
  readonly context: ContextValues
}

/** The sticky context of a stored row or a sighting. */
export const stickyContextOf = ({ timestamp, context }: ContextSighting): StickyContext => ({
  timestamp,
  context,
})

/** A key of the subject; ids contain no NUL, so it separates them. */
export const keyOf = ({ device_id, session_id }: Subject): string =>
  session_id === null ? device_id : `${device_id}\0${session_id}`

/** The later context; on equal timestamps, the one stored last, which is `next`. */
export const later = (known: StickyContext | null, next: StickyContext): StickyContext =>
  known !== null && known.timestamp > next.timestamp ? known : next

/**
 * The event's session if its context must be looked up. Returns null if a context of this request is already merged in,
 * or if clients cannot have sent one, because the session is assigned or missing.
 */
export const askedSession = ({ session_id, merged }: OpenEvent): string | null =>
  merged?.session === true || session_id === null || isAssigned(session_id) ? null : session_id

/** Widens a span so that it holds every context that may apply to an event at `at`. */
export function widen(span: ContextSpan | undefined, subject: Subject, at: number): ContextSpan {
  const [from, to] = [Math.max(0, at - stickyMs), at + earlierMs]
  return {
    ...subject,
    from: Math.min(from, span?.from ?? from),
    to: Math.max(to, span?.to ?? to),
  }
}

/** The event as stored. Columns come from the event, then its session, then its device, then its sender. */
export function closed(
  event: OpenEvent,
  ofSession: StickyContext | null,
  ofDevice: StickyContext | null,
): EventRow {
  const session = ofSession !== null && applies(ofSession, event.timestamp) ? ofSession.context : null
  const device = ofDevice !== null && applies(ofDevice, event.timestamp) ? ofDevice.context : null
  if (session === null && device === null && event.fallback === undefined && event.merged === undefined)
    return event
  const { timestamp, event_name, device_id, session_id, user_id, message_id, seq, properties, fallback } =
    event
  const known = { ...device, ...session, ...event.context }
  const context = fallback === undefined ? known : underlay(known, fallback)
  return { timestamp, event_name, device_id, session_id, user_id, message_id, seq, context, properties }
}

const applies = ({ timestamp }: StickyContext, at: number): boolean =>
  timestamp - earlierMs <= at && at <= timestamp + stickyMs

/** Contexts by workspace and subject. Null: the store has none; undefined: not remembered. */
export interface StickyContextMemory {
  get(workspace: number, key: string): StickyContext | null | undefined
  set(workspace: number, key: string, context: StickyContext | null): void
  forget(workspace: number, subject: Subject): void
}

/** An entry is looked up again after a minute, because another process may have stored a newer context. */
const freshMs = minute

/** A memory of the `most` subjects used last. */
export function createStickyContextMemory(clock: () => number, most = 100_000): StickyContextMemory {
  const entries = new LRUCache<string, { readonly context: StickyContext | null; readonly at: number }>({
    maxSize: most,
    sizeCalculation: () => 1,
  })
  return {
    get(workspace, key) {
      const entry = entries.get(`${workspace} ${key}`)
      return entry === undefined || clock() - entry.at >= freshMs ? undefined : entry.context
    },
    set(workspace, key, context) {
      entries.set(`${workspace} ${key}`, { context, at: clock() })
    },
    forget(workspace, subject) {
      entries.delete(`${workspace} ${keyOf(subject)}`)
    },
  }
}
