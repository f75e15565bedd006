import type { ContextRow, ContextSighting, ContextSpan } from '../../core/contract/index.js'
import type { OpenEvent } from './pending-batch.js'
import {
  askedSession,
  keyOf,
  later,
  toldBy,
  widen,
  type StickyContextMemory,
  type Told,
} from './sticky-context.js'

/** The contexts that one batch goes by: those that are remembered, those that were looked up, and its own. */
export interface StickyContextBatch {
  /** What the store must be asked for an event; one span for each device or session that nothing is known of. */
  open(event: OpenEvent): void
  /** The spans since the last call. */
  asks(): readonly ContextSpan[]
  learn(spans: readonly ContextSpan[], found: readonly ContextSighting[]): void
  /** What was told of this device, or session of it, before this place in the order of storing. */
  told(device: string, session: string | null, seq: number): Told | null
  /** After the batch: its own contexts are remembered. */
  keep(): void
}

/** Where no context was ever told. */
export const noStickyContext: StickyContextBatch = Object.freeze({
  open: () => undefined,
  asks: () => [],
  learn: () => undefined,
  told: () => null,
  keep: () => undefined,
})

export function createStickyContextBatch(
  memory: StickyContextMemory,
  workspace: number,
  rows: readonly ContextRow[],
): StickyContextBatch {
  const own = new Map<string, ContextRow[]>()
  for (const row of rows) own.set(keyOf(row), [...(own.get(keyOf(row)) ?? []), row])
  const known = new Map<string, Told | null>()
  let spans = new Map<string, ContextSpan>()

  function need(device_id: string, session_id: string | null, at: number): void {
    const key = keyOf({ device_id, session_id })
    if (known.has(key)) return
    const remembered = spans.has(key) ? undefined : memory.get(workspace, key)
    if (remembered !== undefined) known.set(key, remembered)
    else spans.set(key, widen(spans.get(key), { device_id, session_id }, at))
  }

  function learn(key: string, told: Told | null): void {
    known.set(key, told)
    memory.set(workspace, key, told)
  }

  return {
    open(event) {
      if (event.stood?.device !== true) need(event.device_id, null, event.timestamp)
      const session = askedSession(event)
      if (session !== null) need(event.device_id, session, event.timestamp)
    },
    asks() {
      const asked = [...spans.values()]
      spans = new Map()
      return asked
    },
    learn(asked, found) {
      for (const span of asked) learn(keyOf(span), null)
      for (const sighting of found) learn(keyOf(sighting), toldBy(sighting))
    },
    told(device_id, session_id, seq) {
      const key = keyOf({ device_id, session_id })
      let told = known.get(key) ?? null
      if (own.size > 0)
        for (const row of own.get(key) ?? []) if (row.seq < seq) told = later(told, toldBy(row))
      return told
    },
    keep() {
      for (const [key, told] of own) {
        const latest = told.reduce<Told | null>(
          (found, row) => later(found, toldBy(row)),
          known.get(key) ?? null,
        )
        memory.set(workspace, key, latest)
      }
    },
  }
}
