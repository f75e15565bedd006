import { ingestService, isOversize, ServiceError, type Ask } from '../../core/contract/index.js'
import type { Sent } from './body.js'
import { EventError, linesOf } from './event.js'

/** Why an event was not stored; the index is that in its request, from 0. */
export interface Refusal {
  readonly index: number
  readonly error: string
}

/** Of events, and of lines in one go: a single event may become several lines. */
const most = 10_000

interface Placed {
  readonly line: object
  readonly index: number
}

/**
 * Stores what can be stored of the events, and tells what cannot, ordered by index. Throws PAYLOAD_TOO_LARGE over
 * 10,000 events, and UNAVAILABLE.
 */
export async function takeIn(
  ask: Ask,
  { events, sentAt }: Sent,
  body: Uint8Array,
  userAgent: unknown,
): Promise<readonly Refusal[]> {
  const { workspace, now, address } = ask
  if (workspace === null) throw new ServiceError('FORBIDDEN', 'this key belongs to no workspace')
  if (events.length > most)
    throw new ServiceError('PAYLOAD_TOO_LARGE', `a request may hold ${most} events; send them in parts`)
  const refusals = new Map<number, string>()
  const placed: Placed[] = []
  for (const [index, event] of events.entries()) {
    try {
      if (isOversize(event, body)) throw new EventError('the event is larger than 1 MB')
      for (const line of linesOf(event, { sentAt, received: now })) placed.push({ line, index })
    } catch (error) {
      if (!(error instanceof EventError)) throw error
      refusals.set(index, error.message)
    }
  }
  const from = { userAgent: typeof userAgent === 'string' ? userAgent : undefined, address }
  // A part that fails is answered 503: what comes again counts once.
  for (let at = 0; at < placed.length; at += most) {
    const part = placed.slice(at, at + most)
    const items = { events: part.map(({ line }) => line) }
    const { faults } = await ask.use(ingestService).store(workspace, items, now, from)
    for (const fault of faults) {
      const index = part[fault.index]?.index ?? fault.index
      if (!refusals.has(index)) refusals.set(index, fault.error)
    }
  }
  return [...refusals].map(([index, error]) => ({ index, error })).sort((a, b) => a.index - b.index)
}
