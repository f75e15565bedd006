import { createHash } from 'node:crypto'

/** Longer than this without an event of the device, and its session is over. */
export const idleMs = 30 * 60 * 1000

/** An event of a device; a null session is to be found. */
export interface Moment {
  readonly timestamp: number
  readonly session_id: string | null
}

/**
 * The session of each moment of one device, in the order given. Moments at most 30 minutes apart are one visit. In
 * a visit a moment without a session takes that of the last one before it that has one, else of the first after it;
 * in a visit without any they are one new session.
 */
export function sessionsOf(device: string, moments: readonly Moment[]): readonly string[] {
  const order = [...moments.keys()].sort((a, b) => byTime(moments[a], moments[b]))
  const result: string[] = Array.from({ length: moments.length })
  let waiting: number[] = []
  let current: string | null = null
  let before = -Infinity
  const settle = (session: string): void => {
    for (const index of waiting) result[index] = session
    waiting = []
  }
  const settleNew = (): void => {
    const first = waiting[0] === undefined ? undefined : moments[waiting[0]]
    if (first !== undefined) settle(newSession(device, first.timestamp))
  }
  for (const index of order) {
    const { timestamp, session_id } = moments[index] ?? nothing
    if (timestamp - before > idleMs) {
      settleNew()
      current = null
    }
    before = timestamp
    if (session_id !== null) {
      settle(session_id)
      current = result[index] = session_id
    } else if (current !== null) result[index] = current
    else waiting.push(index)
  }
  settleNew()
  return result
}

const nothing: Moment = { timestamp: 0, session_id: null }

/** At one instant those that know their session come first. */
const byTime = (a: Moment = nothing, b: Moment = nothing): number =>
  a.timestamp - b.timestamp || Number(a.session_id === null) - Number(b.session_id === null)

/**
 * Made of the device and the half hour in which the session begins: two sessions of a device never begin in the same
 * one, and two processes that see its first events at the same time give it the same id.
 */
export function newSession(device: string, begin: number): string {
  const text = JSON.stringify([device, Math.floor(begin / idleMs)])
  return assigned + createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

const assigned = 'auto_'

/** A session of ours: no client ever tells anything of it. */
export const isAssigned = (session: string): boolean => session.startsWith(assigned)
