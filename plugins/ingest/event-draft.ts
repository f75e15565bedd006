import type { ContextValues } from './context.js'
import { isGroupCall } from './event-groups.js'
import type { PendingBatch, DraftContext, DraftEvent, DraftTrait } from './pending-batch.js'
import { emptyPendingBatch } from './pending-batch.js'
import type { EventLine } from './event-line.js'

/**
 * The lines of one request as rows. The context of a context, identify or group line applies to later events of its
 * device, or of its session if it has one, until the next such line. An event's own columns take precedence.
 */
export function draftOf(lines: readonly EventLine[]): PendingBatch {
  const current = new Map<string, ContextValues>()
  const events: DraftEvent[] = []
  const order: (DraftEvent | DraftTrait)[] = []
  for (const { event, context, trait } of lines) {
    if (context !== null) current.set(keyOf(context, context.session_id), context.context)
    if (event !== null) events.push(current.size === 0 ? event : withContext(event, current))
    const row = event === null ? trait : events.at(-1)
    if (row !== null && row !== undefined) order.push(row)
  }
  // A group call applies to the events after it, also to those of its own millisecond.
  const hasCall = lines.some(({ trait }) => trait !== null && isGroupCall(trait.traits))
  return {
    ...emptyPendingBatch,
    events,
    ...(hasCall && { order }),
    links: lines.flatMap((line) => line.links),
    traits: lines.flatMap(({ trait }) => trait ?? []),
    contexts: lines.flatMap(({ context }) => context ?? []),
  }
}

function withContext(event: DraftEvent, current: ReadonlyMap<string, ContextValues>): DraftEvent {
  const ofDevice = current.get(keyOf(event, null))
  const ofSession = event.session_id === null ? undefined : current.get(keyOf(event, event.session_id))
  if (ofDevice === undefined && ofSession === undefined) return event
  return {
    ...event,
    context: { ...ofDevice, ...ofSession, ...event.context },
    merged: { device: ofDevice !== undefined, session: ofSession !== undefined },
  }
}

const keyOf = ({ device_id }: DraftEvent | DraftContext, session: string | null): string =>
  JSON.stringify([device_id, session])
