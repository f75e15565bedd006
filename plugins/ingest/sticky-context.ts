import { LRUCache } from 'lru-cache'
import type { ContextSighting, ContextSpan, EventRow } from '../../core/contract/index.js'
import { underlay } from './agent.js'
import type { ContextValues } from './context.js'
import type { OpenEvent } from './pending-batch.js'
import { isAssigned } from './sessions.js'

const minute = 60_000
/** How long a context stands; and how much before its own time, for clients send it when they have gathered it. */
export const standsMs = 30 * 24 * 60 * minute
export const earlierMs = 30 * minute

/** Whom a context was told of: a session of a device, or (null) the device as such. */
export interface Subject {
  readonly device_id: string
  readonly session_id: string | null
}

export interface Told {
  readonly timestamp: number
  readonly context: ContextValues
}

export const toldBy = ({ timestamp, context }: ContextSighting): Told => ({ timestamp, context })

export const keyOf = ({ device_id, session_id }: Subject): string =>
  session_id === null ? device_id : `${device_id}\0${session_id}`

/** The one told of later; of one time the one stored later. */
export const later = (known: Told | null, told: Told): Told =>
  known !== null && known.timestamp > told.timestamp ? known : told

/** The session that clients may have told a context of; its device's events of this request have none of it yet. */
export const askedSession = ({ session_id, stood }: OpenEvent): string | null =>
  stood?.session === true || session_id === null || isAssigned(session_id) ? null : session_id

/** The time around an event at which a context must have been told to stand on it. */
export function widen(span: ContextSpan | undefined, subject: Subject, at: number): ContextSpan {
  const [from, to] = [Math.max(0, at - standsMs), at + earlierMs]
  return {
    ...subject,
    from: Math.min(from, span?.from ?? from),
    to: Math.max(to, span?.to ?? to),
  }
}

/** The event as it is stored: its own columns over its session's, over its device's, over what its sender shows. */
export function closed(event: OpenEvent, ofSession: Told | null, ofDevice: Told | null): EventRow {
  const session = ofSession !== null && stands(ofSession, event.timestamp) ? ofSession.context : null
  const device = ofDevice !== null && stands(ofDevice, event.timestamp) ? ofDevice.context : null
  if (session === null && device === null && event.beneath === undefined && event.stood === undefined)
    return event
  const { timestamp, event_name, device_id, session_id, user_id, message_id, seq, properties, beneath } =
    event
  const told = { ...device, ...session, ...event.context }
  const context = beneath === undefined ? told : underlay(told, beneath)
  return { timestamp, event_name, device_id, session_id, user_id, message_id, seq, context, properties }
}

const stands = ({ timestamp }: Told, at: number): boolean =>
  timestamp - earlierMs <= at && at <= timestamp + standsMs

/** By workspace and subject. Null: the store knows of none. */
export interface StickyContextMemory {
  get(workspace: number, key: string): Told | null | undefined
  set(workspace: number, key: string, told: Told | null): void
  forget(workspace: number, subject: Subject): void
}

/** What it knows is looked up again after a minute: another process may have stored something newer. */
const freshMs = minute

export function createStickyContextMemory(clock: () => number, most = 100_000): StickyContextMemory {
  const entries = new LRUCache<string, { readonly told: Told | null; readonly at: number }>({
    maxSize: most,
    sizeCalculation: () => 1,
  })
  return {
    get(workspace, key) {
      const entry = entries.get(`${workspace} ${key}`)
      return entry === undefined || clock() - entry.at >= freshMs ? undefined : entry.told
    },
    set(workspace, key, told) {
      entries.set(`${workspace} ${key}`, { told, at: clock() })
    },
    forget(workspace, subject) {
      entries.delete(`${workspace} ${keyOf(subject)}`)
    },
  }
}
