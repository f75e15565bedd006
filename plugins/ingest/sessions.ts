import * as crypto from 'node:crypto'

/** A device's session ends after a longer time without an event. */
export const idleMs = 30 * 60 * 1000

/** An event of a device; a null session is to be assigned. */
export interface Moment {
  readonly timestamp: number
  readonly session_id: string | null
}

/**
 * The session of each moment of one device, in the order given. Moments at most 30 minutes apart form one visit. In a
 * visit, a moment without a session takes the session of the last moment before it that has one, else of the first
 * after it. A visit without any session is one new session.
 *
 * 10:00 –, 10:10 s1, 10:20 –, 10:30 s2, 12:00 – become s1, s1, s1, s2 and a new session.
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

/** By time; on equal timestamps, moments with a session first. */
const byTime = (a: Moment = nothing, b: Moment = nothing): number =>
  a.timestamp - b.timestamp || Number(a.session_id === null) - Number(b.session_id === null)

/**
 * The id of a new session, derived from the device and the half hour in which the session begins (`begin` in
 * milliseconds). Two sessions of a device never begin in the same half hour, and two processes that see its first
 * events at the same time assign the same id.
 */
export function newSession(device: string, begin: number): string {
  const text = JSON.stringify([device, Math.floor(begin / idleMs)])
  return assigned + crypto.hash('sha256', text, 'base64url').slice(0, 22)
}

const assigned = 'auto_'

/** True for a session id assigned here; no client sends context for it. */
export const isAssigned = (session: string): boolean => session.startsWith(assigned)
