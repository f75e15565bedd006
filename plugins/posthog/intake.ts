import {
  clientTimes,
  ingestService,
  isOversize,
  keyWithoutWorkspace,
  tooManyItems,
  type Ask,
} from '../../contract/index.js'
import type { Sent } from './body.js'
import { EventError, linesOf } from './event.js'

/** Why an event was rejected; `index` is its position in the request, from 0. */
export interface Rejection {
  readonly index: number
  readonly error: string
}

/** Limit of events in a request, and of lines stored at once: an event may become several lines. */
const most = 10_000

interface Placed {
  readonly line: object
  readonly index: number
}

/**
 * Stores the valid events and returns the rejected ones, ordered by index. Throws PAYLOAD_TOO_LARGE over 10,000 events,
 * and UNAVAILABLE.
 */
export async function takeIn(
  ask: Ask,
  { events, sentAt }: Sent,
  body: Uint8Array,
  userAgent: unknown,
): Promise<readonly Rejection[]> {
  const { workspace, now, address } = ask
  if (workspace === null) throw keyWithoutWorkspace()
  if (events.length > most) throw tooManyItems(most, 'events')
  const arrival = { sentAt, received: now, times: ask.use(clientTimes) }
  const rejections = new Map<number, string>()
  const placed: Placed[] = []
  for (const [index, event] of events.entries()) {
    try {
      if (isOversize(event, body)) throw new EventError('the event must not be larger than 1 MB')
      for (const line of linesOf(event, arrival)) placed.push({ line, index })
    } catch (error) {
      if (!(error instanceof EventError)) throw error
      rejections.set(index, error.message)
    }
  }
  const from = { userAgent: typeof userAgent === 'string' ? userAgent : undefined, address }
  // If a part fails, the answer is a 503: events sent again count once.
  for (let at = 0; at < placed.length; at += most) {
    const part = placed.slice(at, at + most)
    const items = { events: part.map(({ line }) => line) }
    const { faults } = await ask.use(ingestService).store(workspace, items, now, from)
    for (const fault of faults) {
      const index = part[fault.index]?.index ?? fault.index
      if (!rejections.has(index)) rejections.set(index, fault.error)
    }
  }
  return [...rejections].map(([index, error]) => ({ index, error })).sort((a, b) => a.index - b.index)
}
