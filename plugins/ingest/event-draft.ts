import type { ContextValues } from './context.js'
import type { PendingBatch, DraftContext, DraftEvent } from './pending-batch.js'
import { emptyPendingBatch } from './pending-batch.js'
import type { EventLine } from './event-line.js'

/**
 * The lines of one request as rows. The context of a context, identify or group line stands on the later lines of its
 * device (of its session, if it has one), until the next one; what an event says itself wins.
 */
export function draftOf(lines: readonly EventLine[]): PendingBatch {
  const standing = new Map<string, ContextValues>()
  const events: DraftEvent[] = []
  for (const { event, context } of lines) {
    if (context !== null) standing.set(keyOf(context, context.session_id), context.context)
    if (event !== null) events.push(standing.size === 0 ? event : withStanding(event, standing))
  }
  return {
    ...emptyPendingBatch,
    events,
    links: lines.flatMap((line) => line.links),
    traits: lines.flatMap(({ trait }) => trait ?? []),
    contexts: lines.flatMap(({ context }) => context ?? []),
  }
}

function withStanding(event: DraftEvent, standing: ReadonlyMap<string, ContextValues>): DraftEvent {
  const ofDevice = standing.get(keyOf(event, null))
  const ofSession = event.session_id === null ? undefined : standing.get(keyOf(event, event.session_id))
  if (ofDevice === undefined && ofSession === undefined) return event
  return {
    ...event,
    context: { ...ofDevice, ...ofSession, ...event.context },
    stood: { device: ofDevice !== undefined, session: ofSession !== undefined },
  }
}

const keyOf = ({ device_id }: DraftEvent | DraftContext, session: string | null): string =>
  JSON.stringify([device_id, session])
