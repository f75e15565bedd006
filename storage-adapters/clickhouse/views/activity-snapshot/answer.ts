import type { AnalyticsStore, CompiledQuery, Limits, Row, WorkspaceRef } from '../../../../contract/index.js'
import { isGoneTable, isThrown } from '../../errors.js'
import { dayMs } from '../../../sql/edges.js'
import { byValue, keyOf } from '../keys.js'
import { lateLinks, personsOf, type LateLinks, type LinkMemory } from '../person-map/late-links.js'
import { linkPartsOf, mostLate } from '../person-map/late.js'
import { daysOf, partsNow, splitDevices, type Days } from './delta.js'
import { changedIn, grownIn, newEvents, rowsOf, type SlotMemory } from './grown-slots.js'
import { bindLate, noChanges } from './late-lists.js'
import { countAgain, devicesOfPersons, mostRelated, type DeviceMemory } from './related.js'
import { newParts, type Part } from './stored-parts.js'
import type { ActivitySnapshot, SnapshotForms } from './snapshot.js'
import type { SnapshotState } from './state.js'

interface Options {
  readonly ask: AnalyticsStore['run']
  readonly state: Pick<SnapshotState, 'worthComparing' | 'answered' | 'newer' | 'outdated' | 'forget'> &
    LinkMemory &
    DeviceMemory &
    SlotMemory
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
}

/** The statement that would answer now. */
export interface ChosenForm {
  readonly query: CompiledQuery
  readonly freshness: 'whole' | 'delta'
  /** Number of devices that may belong to another person than in the snapshot. */
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
 * Chooses the statement that would answer now: from the snapshot and the rows that it lacks. Returns null if these are too
 * many, if too many devices may have another person, or if rows under the snapshot or its tables may have been
 * deleted.
 *
 * New rows only add days to their persons, who are found by the map of the same generation. A device that has another person
 * now takes its days along: its old person is counted again from the devices that stay, its new one gains its days.
 * Counting too many rows as new, or persons again, is harmless. So the answer is exact whatever is merged, arrives
 * late or is linked late. Example, a snapshot of Monday's rows, bit 0 is Monday, bit 1 Tuesday:
 *
 *   snapshot  Ann 0b01, Bob 0b01        new on Tuesday: an event of Bob's device
 *   whole     SELECT mask, count() FROM person_days                         -- wrong: Bob's Tuesday is missing
 *   newer     the same, with Bob's mask 0b01 | 0b10                         -- Ann 0b01, Bob 0b11
 *   changed   the same, but a device that is linked to Ann now adds its days to hers
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
  { snapshot, generation, asked, whole, newer, changed }: SnapshotForms,
  { ask, state, limits, signal }: Options,
): Promise<ChosenForm | null> {
  const own = { ...limits, rows: mostRelated + 1 }
  const compared = { snapshot, generation }
  const stored = await ask(partsNow(workspace), { ...own, rows: mostParts }, signal)
  const parts = partsSince(snapshot, stored)
  if (parts === null) {
    state.outdated(workspace, snapshot.generation)
    return null
  }
  const events = newEvents(snapshot, eventsIn(parts.events, daysOf(asked)))
  const grown = await grownIn(workspace, compared, events, { asked, ask, state, limits: own, signal })
  const isUnchanged = events.fresh.length === 0 && (grown?.length ?? rowsOf(events.merged)) === 0
  const newRows = rowsOf(events.fresh) + rowsOf(grown ?? events.merged)
  const share = isUnchanged ? 0 : newRows / rowsOf(of(eventsTable, stored))
  state.newer(workspace, snapshot.generation, share)
  if (share > mostNewer) return null

  const find = (query: CompiledQuery): Promise<readonly Row[]> => ask(query, own, signal)
  const cut = splitDevices(workspace, compared, asked, mostLate)
  const split = cut === null ? [] : await find(cut)
  const map = { generation: snapshot.generation, cluster: null, parts: snapshot.parts.links }
  const links = await lateLinks(workspace, map, linkPartsOf(of(linksTable, stored)), {
    ...{ ask, state, limits: own, signal },
  })
  if (links === null) state.outdated(workspace, snapshot.generation)
  if (links === null || split.length > mostLate) return null
  const form = { changed: links.size, freshness: 'delta' as const }
  const changes = { ...noChanges, ...(grown !== null && changedIn(events.merged, grown)) }
  if (links.size + split.length === 0)
    return isUnchanged
      ? { ...form, query: whole, freshness: 'whole' }
      : { ...form, query: bindLate(newer(), changes) }
  const again = personsBefore(split, links)
  const devices = await devicesOfPersons(workspace, snapshot, again, { find, memory: state })
  if (devices === null) return null
  const counted = countAgain(again, devices, links)
  const partial = cut === null ? [] : [...new Set([...devices.keys(), ...links.keys()])].sort(byValue)
  return { ...form, query: bindLate(changed(), { ...changes, devices: personsOf(links), counted, partial }) }
}

/**
 * Returns the persons that are counted again: those who had a device that has another person now, and those who may
 * have been active in the other part of a day.
 */
const personsBefore = (split: readonly Row[], links: LateLinks): ReadonlySet<bigint> =>
  new Set([...split.map(({ person }) => keyOf(person)), ...[...links.values()].map(({ before }) => before)])

/** Returns the parts of a table. */
const of = (name: string, stored: readonly Row[]): readonly Row[] =>
  stored.filter(({ table }) => table === name)

const eventsTable = 'events_v1'
const linksTable = 'device_links'

/** More parts than the tables ever have. */
const mostParts = 100_000

/** Maximum share of newer rows: with more, the rollup answers as fast as the snapshot with them. */
const mostNewer = 0.3

/** Returns the parts of events that may have rows on these days. */
const eventsIn = (events: readonly Row[], { from, to }: Days): readonly Row[] =>
  events.filter(
    ({ first, last }) => Number(first) * dayMs < to && (from === null || Number(last) * dayMs >= from),
  )

/** Parts with new rows, as rows of `partsNow`. */
interface NewParts {
  readonly events: readonly Row[]
  readonly links: readonly Row[]
}

/** Returns the parts with new rows, or null if rows under the snapshot may have been deleted or rewritten. */
export function partsSince({ parts }: Pick<ActivitySnapshot, 'parts'>, now: readonly Row[]): NewParts | null {
  const since = (known: readonly Part[], table: string): readonly Row[] | null => {
    const rows = of(table, now)
    const stored = rows.map(({ name, time }) => ({ name: name as string, time: Number(time) }))
    const added = newParts(known, stored)
    return added && rows.filter(({ name }) => added.includes(name as string))
  }
  const events = since(parts.events, eventsTable)
  const links = since(parts.links, linksTable)
  return events === null || links === null ? null : { events, links }
}
