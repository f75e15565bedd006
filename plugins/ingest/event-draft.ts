import type { LinkRow } from '../../contract/index.js'
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
  const traits: DraftTrait[] = []
  const contexts: DraftContext[] = []
  const links: LinkRow[] = []
  const order: (DraftEvent | DraftTrait)[] = []
  for (const line of lines) {
    for (const link of line.links) links.push(link)
    const { context, trait } = line
    if (context !== null) {
      contexts.push(context)
      current.set(keyOf(context, context.session_id), context.context)
    }
    if (trait !== null) {
      traits.push(trait)
      order.push(trait)
    }
    if (line.event === null) continue
    const event = current.size === 0 ? line.event : withContext(line.event, current)
    events.push(event)
    order.push(event)
  }
  // A group call applies to the events after it, also to those of its own millisecond.
  const hasCall = traits.some((trait) => isGroupCall(trait.traits))
  return { ...emptyPendingBatch, events, ...(hasCall && { order }), links, traits, contexts }
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
