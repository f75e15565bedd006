import { LRUCache } from 'lru-cache'
import { idleMs, type Moment } from './sessions.js'

/**
 * The newest stretch of a device's events in one session, none of them more than 30 minutes apart. An event inside it, or
 * at most 30 minutes after it, belongs to that session, whatever other processes have stored since.
 */
export interface Stretch {
  readonly session: string
  readonly from: number
  readonly to: number
}

/** The stretch after a moment of the device is stored. */
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
    // Another session in the midst of it: what lies before no longer says which is nearer.
    return { session, from: to, to }
  }
  const continued = session === session_id && timestamp - to <= idleMs
  return continued ? { session, from, to: timestamp } : alone
}

export const covers = ({ from, to }: Stretch, timestamp: number): boolean =>
  from <= timestamp && timestamp <= to + idleMs

/** By workspace and device; what is forgotten is looked up. */
export interface SessionMemory {
  get(workspace: number, device: string): Stretch | undefined
  set(workspace: number, device: string, stretch: Stretch): void
  forget(workspace: number, device: string): void
}

export function createSessionMemory(most = 100_000): SessionMemory {
  const stretches = new LRUCache<string, Stretch>({ maxSize: most, sizeCalculation: () => 1 })
  const keyOf = (workspace: number, device: string): string => `${workspace} ${device}`
  return {
    get: (workspace, device) => stretches.get(keyOf(workspace, device)),
    set: (workspace, device, stretch) => {
      stretches.set(keyOf(workspace, device), stretch)
    },
    forget: (workspace, device) => {
      stretches.delete(keyOf(workspace, device))
    },
  }
}
