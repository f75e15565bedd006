import type { AnalyticsStore, Limits, Row, WorkspaceRef } from '../../../../contract/index.js'
import { dayMs } from '../../../sql/edges.js'
import { daysOf, grownSlots, mostSlots, type Compared, type Days } from './delta.js'
import type { DayBitmap } from './day-bitmap.js'
import type { ActivitySnapshot, Changes } from './snapshot.js'
import { mergedParts } from './stored-parts.js'

/** Parts of events that the snapshot lacks, as rows of `partsNow`. */
export interface NewEvents {
  /** Parts with nothing but new rows. */
  readonly fresh: readonly Row[]
  /** Parts that also have rows of the snapshot, because they were merged from its parts. */
  readonly merged: readonly Row[]
}

/** The grown slots of some merged parts. Parts never change, so a question need not ask what one before it has asked. */
export interface KnownSlots {
  readonly generation: number
  /** The names of the merged parts. */
  readonly merged: string
  readonly byDays: ReadonlyMap<string, readonly Row[]>
}

/** Remembers the grown slots of a workspace. */
export interface SlotMemory {
  slotsOf(workspace: WorkspaceRef): KnownSlots | undefined
  keepSlots(workspace: WorkspaceRef, known: KnownSlots): void
}

interface Options {
  readonly asked: readonly DayBitmap[]
  readonly ask: AnalyticsStore['run']
  readonly state: SlotMemory & {
    /** See Upkeep. */
    readonly worthComparing: number
  }
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
}

/** Divides new parts by whether they have rows of the snapshot, too. */
export function newEvents({ parts }: Pick<ActivitySnapshot, 'parts'>, events: readonly Row[]): NewEvents {
  const merged = mergedParts(parts.events, events.map(partOf))
  return {
    fresh: events.filter(({ name }) => !merged.has(name as string)),
    merged: events.filter(({ name }) => merged.has(name as string)),
  }
}

const partOf = ({ name, time }: Row) => ({ name: name as string, time: Number(time) })

/**
 * Returns the slots in which the merged parts may have new rows, with the number of all rows there; null if there are too many,
 * or if all rows of these parts are read as fast. Inserts that are merged with each other are still fresh, so that the slots
 * are only asked for when parts of the snapshot were merged again.
 */
export async function grownIn(
  workspace: WorkspaceRef,
  compared: Compared,
  { fresh, merged }: NewEvents,
  { asked, ask, state, limits, signal }: Options,
): Promise<readonly Row[] | null> {
  if (merged.length === 0) return []
  if (rowsOf(merged) <= state.worthComparing) return null
  const days = shared(merged, daysOf(asked))
  const { generation } = compared.snapshot
  const [names, key] = [namesOf(merged).join(), `${days.from ?? ''}-${days.to}`]
  const last = state.slotsOf(workspace)
  const known =
    last?.generation === generation && last.merged === names ? last.byDays : new Map<string, readonly Row[]>()
  const found =
    known.get(key) ??
    (await ask(
      grownSlots(workspace, compared, { fresh: namesOf(fresh), days }),
      { ...limits, rows: mostSlots + 1 },
      signal,
    ))
  if (!known.has(key)) {
    const kept = [...known, [key, found] as const].slice(-mostRanges)
    state.keepSlots(workspace, { generation, merged: names, byDays: new Map(kept) })
  }
  return found.length <= mostSlots ? found : null
}

/** Ranges of days whose slots are remembered. */
const mostRanges = 32

/** Returns what a statement about newer rows is given. */
export const changedIn = (
  merged: readonly Row[],
  grown: readonly Row[],
): Pick<Changes, 'merged' | 'slots'> => ({
  merged: namesOf(merged),
  slots: grown.map(({ slot }) => Number(slot)).sort((a, b) => a - b),
})

/** The days of these parts among the requested ones. */
function shared(parts: readonly Row[], { from, to }: Days): Days {
  const [first, last] = [
    Math.min(...parts.map((part) => Number(part['first']))),
    Math.max(...parts.map((part) => Number(part['last']))),
  ]
  return { from: Math.max(first * dayMs, from ?? 0), to: Math.min((last + 1) * dayMs, to) }
}

const namesOf = (parts: readonly Row[]): readonly string[] => parts.map(({ name }) => name as string).sort()

/** Returns the number of rows of these parts or slots. */
export const rowsOf = (list: readonly Row[]): number => list.reduce((sum, { rows }) => sum + Number(rows), 0)
