import { LRUCache } from 'lru-cache'
import { idleMs, type Moment } from './sessions.js'

/**
 * The newest run of a device's events in one session, with no gap over 30 minutes. An event inside it, or at most 30
 * minutes after it, belongs to that session, whatever other processes have stored since. Times in milliseconds.
 */
export interface Stretch {
  readonly session: string
  readonly from: number
  readonly to: number
}

/** The stretch after the device's moment is stored. */
export function extended(
  stretch: Stretch | undefined,
  { timestamp, session_id }: Moment,
): Stretch | undefined {
  if (session_id === null) return stretch
  const alone = { session: session_id, from: timestamp, to: timestamp }
  if (stretch === undefined) return alone
  const { session, from, to } = stretch
  if (timestamp < to) {
    if (timestamp < from || session === session_id) return stretch
    // Another session lies inside it, so an earlier event may now belong to either: only the end is certain.
    return { session, from: to, to }
  }
  const continued = session === session_id && timestamp - to <= idleMs
  return continued ? { session, from, to: timestamp } : alone
}

/** True if the stretch settles the session of an event at `timestamp`. */
export const covers = ({ from, to }: Stretch, timestamp: number): boolean =>
  from <= timestamp && timestamp <= to + idleMs

/** Stretches by workspace and device. A missing one is looked up in the store. */
export interface SessionMemory {
  /** False if nothing of the workspace was ever remembered. */
  hasAny(workspace: number): boolean
  get(workspace: number, device: string): Stretch | undefined
  set(workspace: number, device: string, stretch: Stretch): void
  forget(workspace: number, device: string): void
}

/** A memory of the `most` devices used last. */
export function createSessionMemory(most = 100_000): SessionMemory {
  const stretches = new LRUCache<string, Stretch>({ maxSize: most, sizeCalculation: () => 1 })
  const workspaces = new Set<number>()
  const keyOf = (workspace: number, device: string): string => `${workspace} ${device}`
  return {
    hasAny: (workspace) => workspaces.has(workspace),
    get: (workspace, device) => stretches.get(keyOf(workspace, device)),
    set: (workspace, device, stretch) => {
      workspaces.add(workspace)
      stretches.set(keyOf(workspace, device), stretch)
    },
    forget: (workspace, device) => {
      stretches.delete(keyOf(workspace, device))
    },
  }
}
