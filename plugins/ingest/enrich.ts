import type {
  AnalyticsStore,
  Batch,
  GroupSighting,
  Recalled,
  RecallRequest,
  WorkspaceRef,
} from '../../contract/index.js'
import { byDevice } from './by-device.js'
import type { OpenEvent } from './pending-batch.js'
import { devicesIn, placesByDevice, settle } from './sessions-assign.js'
import { createSessionMemory } from './sessions-memory.js'
import { createStickyContextBatch, noStickyContext } from './sticky-context-batch.js'
import { askedSession, closed, createStickyContextMemory } from './sticky-context.js'
import {
  callsIn,
  createStickyGroupBatch,
  createStickyGroupMemory,
  freshMs,
  noStickyGroups,
} from './sticky-groups.js'
import { createInFlight } from './in-flight.js'

export type Append = AnalyticsStore['append']

/** What enrichment requires; `clock` returns milliseconds since 1970. */
export interface EnrichmentDependencies {
  readonly analytics: Pick<AnalyticsStore, 'append' | 'recall' | 'hasContexts' | 'hasGroupCalls'>
  readonly clock: () => number
}

const nothing: Recalled = { sessions: [], contexts: [] }

/**
 * An append that first gives events their session, their sticky context and their groups. Batches of a workspace are enriched in the order
 * of the calls, even while earlier ones are being stored. A query to the store waits only for earlier batches with the
 * same devices. If a batch may not have been stored, everything remembered from it is forgotten.
 */
export function enriching({ analytics, clock }: EnrichmentDependencies): Append {
  const sessions = createSessionMemory()
  const contexts = createStickyContextMemory(clock)
  const groups = createStickyGroupMemory(clock)
  /** Workspaces known to have contexts; the others are checked before each append, which is cheap. */
  const withContexts = new Set<number>()
  /** When each workspace was last asked for group calls; Infinity once it has any. */
  const groupsAsked = new Map<number, number>()

  const underway = createInFlight()

  const recall = async (workspace: WorkspaceRef, request: RecallRequest): Promise<Recalled> => {
    const spans = [...request.sessions, ...request.contexts, ...(request.groups ?? [])]
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

  async function anyGroup(workspace: WorkspaceRef, calls: number): Promise<boolean> {
    const { number } = workspace
    const asked = groupsAsked.get(number)
    if (asked === Infinity) return true
    if (calls === 0 && asked !== undefined && clock() - asked < freshMs) return false
    const found = calls > 0 || (await analytics.hasGroupCalls?.(workspace)) === true
    groupsAsked.set(number, found ? Infinity : clock())
    return found
  }

  async function enrich(workspace: WorkspaceRef, batch: Batch): Promise<Batch> {
    const { number } = workspace
    const events: OpenEvent[] = [...batch.events]
    const book = (await anyContext(workspace, batch))
      ? createStickyContextBatch(contexts, number, batch.contexts)
      : noStickyContext
    const open = sessions.hasAny(number) || events.some(({ session_id }) => session_id === null)
    const devices = open
      ? devicesIn(events, placesByDevice(events), (device) => sessions.get(number, device))
      : []
    const calls = callsIn(batch.traits)
    const grouping = (await anyGroup(workspace, calls.length))
      ? createStickyGroupBatch(groups, number, calls, clock)
      : noStickyGroups
    for (const event of events) book.open(event)
    const asks = book.asks()
    const asked = grouping.asks(events)
    const past = await recall(workspace, {
      sessions: devices.flatMap((device) => device.spans),
      contexts: asks,
      groups: asked,
    })
    book.learn(asks, past.contexts)
    grouping.learn(asked, past.groups ?? [])

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
      return grouping.closed(
        closed(
          event,
          session === null ? null : book.latestBefore(device_id, session, seq),
          merged?.device === true ? null : book.latestBefore(device_id, null, seq),
        ),
      )
    })
    book.keep()
    grouping.keep()
    return { ...batch, events: whole }
  }

  return async (workspace, batch) => {
    const calls = callsIn(batch.traits)
    if (batch.events.length + batch.contexts.length + calls.length === 0)
      return analytics.append(workspace, batch)
    try {
      const { stored } = await underway.inTurn(workspace, async () => {
        const append = analytics.append(workspace, await enrich(workspace, batch))
        underway.add(workspace, () => devicesOf(batch, calls), append)
        return { stored: append }
      })
      await stored
    } catch (error) {
      for (const { device_id } of batch.events) sessions.forget(workspace.number, device_id)
      for (const subject of batch.contexts) contexts.forget(workspace.number, subject)
      for (const device of devicesOf(batch, calls)) groups.forget(workspace.number, device)
      throw error
    }
  }
}

function devicesOf({ events, contexts }: Batch, calls: readonly GroupSighting[]): ReadonlySet<string> {
  const devices = new Set<string>()
  for (const rows of [events, contexts, calls]) for (const { device_id } of rows) devices.add(device_id)
  return devices
}
