import {
  ingestService,
  isOversize,
  ServiceError,
  type Ask,
  type Ingest,
  type WorkspaceRef,
} from '../../core/contract/index.js'
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
): Promise<readonly Refusal[]> {
  const { workspace } = ask
  if (workspace === null) throw new ServiceError('FORBIDDEN', 'this key belongs to no workspace')
  if (events.length > most)
    throw new ServiceError('PAYLOAD_TOO_LARGE', `a request may hold ${most} events; send them in parts`)
  const refusals = new Map<number, string>()
  const placed: Placed[] = []
  for (const [index, event] of events.entries()) {
    try {
      if (isOversize(event, body)) throw new EventError('the event is larger than 1 MB')
      for (const line of linesOf(event, { sentAt, received: ask.now })) placed.push({ line, index })
    } catch (error) {
      if (!(error instanceof EventError)) throw error
      refusals.set(index, error.message)
    }
  }
  // A part that fails is answered 503: what comes again counts once.
  for (let from = 0; from < placed.length; from += most)
    await store(ask.use(ingestService), workspace, placed.slice(from, from + most), ask.now, refusals)
  return [...refusals].map(([index, error]) => ({ index, error })).sort((a, b) => a.index - b.index)
}

async function store(
  ingest: Ingest,
  workspace: WorkspaceRef,
  placed: readonly Placed[],
  now: number,
  refusals: Map<number, string>,
): Promise<void> {
  const { faults } = await ingest.store(workspace, { events: placed.map(({ line }) => line) }, now)
  for (const { index, error } of faults) {
    const at = placed[index]?.index ?? index
    if (!refusals.has(at)) refusals.set(at, error)
  }
}
