import type { ContextRow, ContextSighting, ContextSpan } from '../../contract/index.js'
import type { OpenEvent } from './pending-batch.js'
import {
  askedSession,
  keyOf,
  later,
  stickyContextOf,
  widen,
  type StickyContextMemory,
  type StickyContext,
} from './sticky-context.js'

/** The sticky contexts of one batch: remembered ones, those read from the store, and its own. */
export interface StickyContextBatch {
  /** Notes which spans an event requires from the store: one for each device or session without a known context. */
  open(event: OpenEvent): void
  /** The spans since the last call. */
  asks(): readonly ContextSpan[]
  /** Takes the store's answer for these spans. */
  learn(spans: readonly ContextSpan[], found: readonly ContextSighting[]): void
  /** The latest context of this device, or of its session, that was stored before `seq`; null if there is none. */
  latestBefore(device: string, session: string | null, seq: number): StickyContext | null
  /** Remembers the batch's own contexts; call it after the batch. */
  keep(): void
}

/** For workspaces without any context. */
export const noStickyContext: StickyContextBatch = Object.freeze({
  open: () => undefined,
  asks: () => [],
  learn: () => undefined,
  latestBefore: () => null,
  keep: () => undefined,
})

/** @param rows the batch's own contexts */
export function createStickyContextBatch(
  memory: StickyContextMemory,
  workspace: number,
  rows: readonly ContextRow[],
): StickyContextBatch {
  const own = new Map<string, ContextRow[]>()
  for (const row of rows) own.set(keyOf(row), [...(own.get(keyOf(row)) ?? []), row])
  const known = new Map<string, StickyContext | null>()
  let spans = new Map<string, ContextSpan>()

  function need(device_id: string, session_id: string | null, at: number): void {
    const key = keyOf({ device_id, session_id })
    if (known.has(key)) return
    const remembered = spans.has(key) ? undefined : memory.get(workspace, key)
    if (remembered !== undefined) known.set(key, remembered)
    else spans.set(key, widen(spans.get(key), { device_id, session_id }, at))
  }

  function learn(key: string, context: StickyContext | null): void {
    known.set(key, context)
    memory.set(workspace, key, context)
  }

  return {
    open(event) {
      if (event.merged?.device !== true) need(event.device_id, null, event.timestamp)
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
      for (const sighting of found) learn(keyOf(sighting), stickyContextOf(sighting))
    },
    latestBefore(device_id, session_id, seq) {
      const key = keyOf({ device_id, session_id })
      let latest = known.get(key) ?? null
      if (own.size > 0)
        for (const row of own.get(key) ?? []) if (row.seq < seq) latest = later(latest, stickyContextOf(row))
      return latest
    },
    keep() {
      for (const [key, contexts] of own) {
        const latest = contexts.reduce<StickyContext | null>(
          (found, row) => later(found, stickyContextOf(row)),
          known.get(key) ?? null,
        )
        memory.set(workspace, key, latest)
      }
    },
  }
}
