import type {
  AnalyticsStore,
  Batch,
  Recalled,
  SessionSighting,
  WorkspaceRef,
} from '../../core/contract/index.js'
import type { OpenEvent } from './pending-batch.js'
import { devicesIn, placesByDevice, settle } from './sessions-assign.js'
import { createSessionMemory } from './sessions-memory.js'
import { createStickyContextBatch, noStickyContext } from './sticky-context-batch.js'
import { askedSession, closed, createStickyContextMemory } from './sticky-context.js'
import { createInFlight } from './in-flight.js'

export type Append = AnalyticsStore['append']

/** What enrichment requires; `clock` returns milliseconds since 1970. */
export interface EnrichmentDependencies {
  readonly analytics: Pick<AnalyticsStore, 'append' | 'recall' | 'hasContexts'>
  readonly clock: () => number
}

const nothing: Recalled = { sessions: [], contexts: [] }

/**
 * An append that first gives events their session and sticky context. Batches of a workspace are enriched in the order
 * of the calls, even while earlier ones are being stored. A query to the store waits only for earlier batches with the
 * same devices. If a batch may not have been stored, everything remembered from it is forgotten.
 */
export function enriching({ analytics, clock }: EnrichmentDependencies): Append {
  const sessions = createSessionMemory()
  const contexts = createStickyContextMemory(clock)
  /** Workspaces known to have contexts; the others are checked before each append, which is cheap. */
  const withContexts = new Set<number>()

  const underway = createInFlight()

  const recall: NonNullable<AnalyticsStore['recall']> = async (workspace, request) => {
    const spans = [...request.sessions, ...request.contexts]
    if (spans.length === 0) return nothing
    await underway.landed(
      workspace,
      spans.map(({ device_id }) => device_id),
    )
    return (await analytics.recall?.(workspace, request)) ?? nothing
  }

  async function anyContext(workspace: WorkspaceRef, batch: Batch): Promise<boolean> {
    if (withContexts.has(workspace.number)) return true
    if (batch.contexts.length === 0 && (await analytics.hasContexts?.(workspace)) === false) return false
    withContexts.add(workspace.number)
    return true
  }

  async function enrich(workspace: WorkspaceRef, batch: Batch): Promise<Batch> {
    const { number } = workspace
    const events: OpenEvent[] = [...batch.events]
    const book = (await anyContext(workspace, batch))
      ? createStickyContextBatch(contexts, number, batch.contexts)
      : noStickyContext
    const devices = devicesIn(events, placesByDevice(events), (device) => sessions.get(number, device))
    for (const event of events) book.open(event)
    const asks = book.asks()
    const past = await recall(workspace, {
      sessions: devices.flatMap((device) => device.spans),
      contexts: asks,
    })
    book.learn(asks, past.contexts)

    const sightings = byDevice(past.sessions)
    for (const device of devices) {
      const settled = settle(device, sightings.get(device.device) ?? [])
      for (const [index, place] of device.places.entries()) {
        const [event, session] = [events[place], settled.sessions[index] ?? null]
        if (event === undefined || event.session_id !== null) continue
        events[place] = { ...event, session_id: session }
        // The event joined a session that a client named, so the session's sticky context applies to it too.
        book.open(events[place])
      }
      if (settled.stretch !== undefined) sessions.set(number, device.device, settled.stretch)
    }
    const joined = book.asks()
    book.learn(joined, (await recall(workspace, { sessions: [], contexts: joined })).contexts)

    const whole = events.map((event) => {
      const { device_id, seq, merged } = event
      const session = askedSession(event)
      return closed(
        event,
        session === null ? null : book.latestBefore(device_id, session, seq),
        merged?.device === true ? null : book.latestBefore(device_id, null, seq),
      )
    })
    book.keep()
    return { ...batch, events: whole }
  }

  return async (workspace, batch) => {
    if (batch.events.length === 0 && batch.contexts.length === 0) return analytics.append(workspace, batch)
    try {
      const { stored } = await underway.inTurn(workspace, async () => {
        const append = analytics.append(workspace, await enrich(workspace, batch))
        underway.add(workspace, devicesOf(batch), append)
        return { stored: append }
      })
      await stored
    } catch (error) {
      for (const { device_id } of batch.events) sessions.forget(workspace.number, device_id)
      for (const subject of batch.contexts) contexts.forget(workspace.number, subject)
      throw error
    }
  }
}

const devicesOf = ({ events, contexts }: Batch): ReadonlySet<string> =>
  new Set([...events, ...contexts].map(({ device_id }) => device_id))

function byDevice(sightings: readonly SessionSighting[]): ReadonlyMap<string, readonly SessionSighting[]> {
  const result = new Map<string, SessionSighting[]>()
  for (const sighting of sightings) {
    const known = result.get(sighting.device_id)
    if (known === undefined) result.set(sighting.device_id, [sighting])
    else known.push(sighting)
  }
  return result
}
