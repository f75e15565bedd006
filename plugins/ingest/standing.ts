import type { ContextSighting, ContextSpan } from '../../core/contract/index.js'
import { underlay } from './agent.js'
import type { ContextValues } from './context.js'
import type { OpenEvent } from './draft.js'
import { createLru } from './lru.js'
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

export const keyOf = ({ device_id, session_id }: Subject): string =>
  session_id === null ? device_id : `${device_id}\0${session_id}`

/** Whose contexts an event takes beside its own request's. */
export function subjectsOf({ device_id, session_id, stood }: OpenEvent): readonly Subject[] {
  const subjects: Subject[] = []
  if (stood?.device !== true) subjects.push({ device_id, session_id: null })
  if (stood?.session !== true && session_id !== null && !isAssigned(session_id))
    subjects.push({ device_id, session_id })
  return subjects
}

/** What the store must be asked: one span for each subject that nothing is known of. */
export function contextSpans(
  events: readonly OpenEvent[],
  isKnown: (key: string) => boolean,
): readonly ContextSpan[] {
  const spans = new Map<string, ContextSpan>()
  for (const event of events)
    for (const subject of subjectsOf(event)) {
      const key = keyOf(subject)
      if (isKnown(key)) continue
      const from = Math.max(0, event.timestamp - standsMs)
      const to = event.timestamp + earlierMs
      const known = spans.get(key)
      spans.set(key, {
        ...subject,
        from: Math.min(from, known?.from ?? from),
        to: Math.max(to, known?.to ?? to),
      })
    }
  return [...spans.values()]
}

/** The event as it is stored: its own columns over its session's, over its device's, over what its sender shows. */
export function closed(event: OpenEvent, toldOf: (key: string) => Told | undefined): OpenEvent {
  const { beneath, stood, ...row } = event
  let context: ContextValues = row.context
  for (const subject of subjectsOf({ ...row, ...(stood && { stood }) }).toReversed()) {
    const told = toldOf(keyOf(subject))
    if (told !== undefined && stands(told, row.timestamp)) context = { ...told.context, ...context }
  }
  return { ...row, context: beneath === undefined ? context : underlay(context, beneath) }
}

const stands = ({ timestamp }: Told, at: number): boolean =>
  timestamp - earlierMs <= at && at <= timestamp + standsMs

/** The one told of later; of one time the one stored later. */
export const later = (known: Told | undefined, told: Told): Told =>
  known !== undefined && known.timestamp > told.timestamp ? known : told

/** By workspace and subject. Null: the store knows of none. */
export interface ContextMemory {
  get(workspace: number, key: string): Told | null | undefined
  set(workspace: number, key: string, told: Told | null): void
  forget(workspace: number, subject: Subject): void
}

/** What it knows is looked up again after a minute: another process may have stored something newer. */
const freshMs = minute

export function createContextMemory(clock: () => number, most = 100_000): ContextMemory {
  const entries = createLru<{ readonly told: Told | null; readonly at: number }>(most)
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

export const toldBy = ({ timestamp, context }: ContextSighting): Told => ({ timestamp, context })
