import type {
  AnalyticsStore,
  Batch,
  ContextRow,
  RecallRequest,
  Recalled,
  SessionSighting,
  WorkspaceRef,
} from '../../core/contract/index.js'
import type { OpenEvent } from './draft.js'
import { devicesIn, settle } from './sessions-assign.js'
import { createSessionMemory } from './sessions-memory.js'
import { closed, contextSpans, createContextMemory, keyOf, later, toldBy, type Told } from './standing.js'

export type Append = AnalyticsStore['append']

export interface EnrichmentParts {
  readonly analytics: Pick<AnalyticsStore, 'append' | 'recall'>
  readonly clock: () => number
}

/**
 * An append that first gives events their session and the context that was stored before them. Called one after the
 * other for each workspace. What it remembers of a batch it forgets again if the batch may not have been stored.
 */
export function enriching({ analytics, clock }: EnrichmentParts): Append {
  const sessions = createSessionMemory()
  const contexts = createContextMemory(clock)

  async function enrich(workspace: WorkspaceRef, batch: Batch): Promise<Batch> {
    const { number } = workspace
    const ask = (request: RecallRequest): Promise<Recalled> => {
      const nothing = request.sessions.length === 0 && request.contexts.length === 0
      return nothing || analytics.recall === undefined
        ? Promise.resolve(emptyRecall)
        : analytics.recall(workspace, request)
    }
    const own = ownContexts(batch.contexts)
    // What this batch goes by: the memory may forget while the store is asked.
    const known = new Map<string, Told | null>()
    const isKnown = (key: string): boolean => {
      const told = known.get(key) ?? contexts.get(number, key)
      if (told !== undefined) known.set(key, told)
      return told !== undefined
    }
    const learn = (key: string, told: Told | null): void => {
      known.set(key, told)
      contexts.set(number, key, told)
    }
    const remember = (spans: RecallRequest['contexts'], found: Recalled['contexts']): void => {
      for (const span of spans) learn(keyOf(span), null)
      for (const sighting of found) learn(keyOf(sighting), toldBy(sighting))
    }

    const devices = devicesIn(batch.events, (device) => sessions.get(number, device))
    const spans = contextSpans(batch.events, isKnown)
    const past = await ask({ sessions: devices.flatMap((device) => device.spans), contexts: spans })
    remember(spans, past.contexts)

    const events: OpenEvent[] = [...batch.events]
    const sightings = byDevice(past.sessions)
    for (const device of devices) {
      const settled = settle(device, sightings.get(device.device) ?? [])
      device.places.forEach((place, index) => {
        const [event, session] = [events[place], settled.sessions[index]]
        if (event?.session_id === null && session !== undefined)
          events[place] = { ...event, session_id: session }
      })
      if (settled.stretch !== undefined) sessions.set(number, device.device, settled.stretch)
    }

    // Events that joined a session that a client named have its context too.
    const joined = contextSpans(events, isKnown)
    remember(joined, (await ask({ sessions: [], contexts: joined })).contexts)

    const whole = events.map((event) =>
      closed(event, (key) => own.before(key, event.seq, known.get(key) ?? undefined)),
    )
    for (const [key, told] of own.latest)
      contexts.set(number, key, later(contexts.get(number, key) ?? undefined, told))
    return { ...batch, events: whole }
  }

  return async (workspace, batch) => {
    if (batch.events.length === 0 && batch.contexts.length === 0) return analytics.append(workspace, batch)
    try {
      await analytics.append(workspace, await enrich(workspace, batch))
    } catch (error) {
      for (const { device_id } of batch.events) sessions.forget(workspace.number, device_id)
      for (const subject of batch.contexts) contexts.forget(workspace.number, subject)
      throw error
    }
  }
}

const emptyRecall: Recalled = { sessions: [], contexts: [] }

interface OwnContexts {
  /** The latest of a subject that came before this place in the order of storing, or what was known before them. */
  before(key: string, seq: number, known: Told | undefined): Told | undefined
  readonly latest: ReadonlyMap<string, Told>
}

/** The contexts that are stored together with the events. */
function ownContexts(rows: readonly ContextRow[]): OwnContexts {
  const bySubject = new Map<string, ContextRow[]>()
  const latest = new Map<string, Told>()
  for (const row of rows) {
    const key = keyOf(row)
    const known = bySubject.get(key)
    if (known === undefined) bySubject.set(key, [row])
    else known.push(row)
    latest.set(key, later(latest.get(key), toldBy(row)))
  }
  return {
    latest,
    before: (key, seq, known) =>
      (bySubject.get(key) ?? []).reduce<Told | undefined>(
        (found, row) => (row.seq < seq ? later(found, toldBy(row)) : found),
        known,
      ),
  }
}

function byDevice(sightings: readonly SessionSighting[]): ReadonlyMap<string, readonly SessionSighting[]> {
  const result = new Map<string, SessionSighting[]>()
  for (const sighting of sightings) {
    const known = result.get(sighting.device_id)
    if (known === undefined) result.set(sighting.device_id, [sighting])
    else known.push(sighting)
  }
  return result
}
