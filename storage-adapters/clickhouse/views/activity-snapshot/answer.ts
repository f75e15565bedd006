import type { AnalyticsStore, CompiledQuery, Limits, Row, WorkspaceRef } from '../../../../contract/index.js'
import { isGoneTable, isThrown } from '../../errors.js'
import { changedDevices, mostChanged, partsNow, type NewParts } from './delta.js'
import { bindLate } from './late-lists.js'
import { findRelated, keyOf, mostRelatedRows, type Related } from './related.js'
import { newParts, type Part } from './stored-parts.js'
import type { ActivitySnapshot, Changes, SnapshotForms } from './snapshot.js'
import type { SnapshotState } from './state.js'

interface Options {
  readonly ask: AnalyticsStore['run']
  readonly state: Pick<SnapshotState, 'worthTelling' | 'answered' | 'outdated' | 'forget'>
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
}

/** The statement that would answer now. */
export interface ChosenForm {
  readonly query: CompiledQuery
  readonly freshness: 'whole' | 'delta'
  /** Number of (device, day) rows that may have changed since the snapshot. */
  readonly changed: number
}

/** Returns the answer from the snapshot, or null if it cannot answer now. */
export async function answerFromSnapshot(
  workspace: WorkspaceRef,
  forms: SnapshotForms,
  options: Options,
): Promise<readonly Row[] | null> {
  const { ask, state, limits, signal } = options
  return unlessGone(workspace, state, async () => {
    const form = await chosen(workspace, forms, options)
    if (form === null) return null
    const rows = await ask(form.query, limits, signal)
    state.answered(workspace, form.changed)
    return rows
  })
}

/**
 * Chooses the statement that would answer now: from the snapshot, and from the rows for persons whose days
 * may have changed since. Returns null if too many have changed, or if rows under the snapshot or its tables
 * may have been deleted.
 *
 * A person counts as changed if one of its devices has new rows or a new link, or if the person was linked to
 * such a device before. No other person's days can have changed, and counting too many as changed is
 * harmless. So the answer is exact whatever is merged, arrives late or is linked late. Example, a snapshot of
 * Monday's rows, bit 0 is Monday, bit 1 Tuesday:
 *
 *   snapshot  Ann 0b01, Bob 0b01        new on Tuesday: an event of Bob's device
 *   whole     SELECT mask, count() FROM person_days                                     -- wrong: Bob's Tuesday is missing
 *   delta     the same, minus Bob's mask 0b01, plus 0b01 | 0b10 from Bob's devices      -- Ann 0b01, Bob 0b11
 */
export const chooseForm = (
  workspace: WorkspaceRef,
  forms: SnapshotForms,
  options: Options,
): Promise<ChosenForm | null> => unlessGone(workspace, options.state, () => chosen(workspace, forms, options))

/** Returns what `work` returns, or null if a table of the snapshot no longer exists or is empty; the state then forgets the snapshot. */
export async function unlessGone<T>(
  workspace: WorkspaceRef,
  state: Pick<SnapshotState, 'forget'>,
  work: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!isGoneTable(error) && !isThrown(error)) throw error
    state.forget(workspace)
    return null
  }
}

async function chosen(
  workspace: WorkspaceRef,
  { snapshot, generation, asked, whole, delta }: SnapshotForms,
  { ask, state, limits, signal }: Options,
): Promise<ChosenForm | null> {
  const own = { ...limits, rows: mostRelatedRows }
  const parts = partsSince(snapshot, await ask(partsNow(workspace), own, signal))
  if (parts === null) {
    state.outdated(workspace, snapshot.generation)
    return null
  }
  const isQuiet = parts.events.length + parts.links.length === 0
  const isWhole = asked.every(({ outside }) => outside.length === 0)
  if (isQuiet && isWhole) return { query: whole, freshness: 'whole', changed: 0 }
  const changed = (exact: boolean, most: number): Promise<readonly Row[]> =>
    ask(changedDevices(workspace, { snapshot, parts, generation }, asked, { exact, most }), own, signal)
  const some = await changed(false, state.worthTelling)
  const found = some.length > state.worthTelling ? await changed(true, mostChanged(snapshot)) : some
  if (found.length > mostChanged(snapshot)) {
    if (isWhole) state.outdated(workspace, snapshot.generation)
    return null
  }
  const form = { changed: isQuiet ? 0 : some.length }
  if (found.length === 0) return { ...form, query: whole, freshness: 'whole' }
  const devices = inOrder(new Set(found.map(({ device }) => keyOf(device))))
  const related = await findRelated(workspace, snapshot, devices, (query) => ask(query, own, signal))
  if (related === null) return null
  return { ...form, query: bindLate(delta, changesOf(found, related)), freshness: 'delta' }
}

function changesOf(found: readonly Row[], { persons, devices }: Related): Changes {
  const days = new Set(found.flatMap(({ day }) => (typeof day === 'number' ? [day] : [])))
  return {
    persons: inOrder(persons),
    devices: new Map([...devices].sort(([one], [other]) => (one < other ? -1 : 1))),
    days: inOrder(days),
    parts: [],
  }
}

/** Returns the parts with new rows, or null if rows under the snapshot may have been deleted or rewritten. */
export function partsSince({ parts }: ActivitySnapshot, now: readonly Row[]): NewParts | null {
  const of = (table: string): readonly Part[] =>
    now
      .filter((row) => row['table'] === table)
      .map(({ name, time }) => ({ name: name as string, time: Number(time) }))
  const events = newParts(parts.events, of('events_v1'))
  const links = newParts(parts.links, of('device_links'))
  return events === null || links === null ? null : { events, links }
}

/** Sorts: the engine returns rows in any order, and equal changes must give equal statements. */
const inOrder = <T extends number | bigint>(values: Iterable<T>): readonly T[] =>
  [...values].sort((one, other) => (one < other ? -1 : 1))
