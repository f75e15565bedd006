import type { AnalyticsStore, CompiledQuery, Limits, Row, WorkspaceRef } from '../../../../contract/index.js'
import { unlessGone } from '../activity-snapshot/answer.js'
import { bindLate, noChanges } from '../activity-snapshot/late-lists.js'
import { keyOf } from '../activity-snapshot/related.js'
import { newParts } from '../activity-snapshot/stored-parts.js'
import type { SnapshotState } from '../activity-snapshot/state.js'
import { latePersons, linkParts, linkPartsOf, mostCompared, mostLate } from './late.js'
import type { PersonForms } from './map.js'

interface Options {
  readonly ask: AnalyticsStore['run']
  readonly state: Pick<SnapshotState, 'linked' | 'forget'>
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
}

/** Returns the answer with persons from the map, or null if the map cannot tell them now. */
export async function answerFromMap(
  workspace: WorkspaceRef,
  forms: PersonForms,
  options: Options,
): Promise<readonly Row[] | null> {
  const query = await chooseMapForm(workspace, forms, options)
  return (
    query && unlessGone(workspace, options.state, () => options.ask(query, options.limits, options.signal))
  )
}

/**
 * Returns the statement that would answer now: from the map alone, or with the persons of links that are newer. Returns null if
 * these are too many, or if links under the map may have been deleted.
 *
 * New links are in new parts. Only devices with a row in one can have another person than in the map, whatever is merged or
 * linked late, so the answer is exact. A leader that leaves its user stays that user's key: no other device has it, because
 * the leader itself is now listed under its new user.
 */
export const chooseMapForm = (
  workspace: WorkspaceRef,
  forms: PersonForms,
  options: Options,
): Promise<CompiledQuery | null> =>
  unlessGone(workspace, options.state, () => chosen(workspace, forms, options))

async function chosen(
  workspace: WorkspaceRef,
  { map, whole, late }: PersonForms,
  { ask, state, limits, signal }: Options,
): Promise<CompiledQuery | null> {
  const query = whole()
  if (query === null) return null
  const own = { ...limits, rows: Math.max(limits.rows, mostParts) }
  const stored = linkPartsOf(await ask(linkParts(workspace, map.cluster), own, signal))
  const added = newParts(map.parts, stored)
  const rows = stored.reduce((sum, part) => sum + (added?.includes(part.name) === true ? part.rows : 0), 0)
  if (added === null || rows > mostCompared) {
    state.linked(workspace, map.generation, Infinity)
    return null
  }
  if (added.length === 0) return query
  const found = await ask(latePersons(workspace, map), { ...own, rows: mostLate + 1 }, signal)
  state.linked(workspace, map.generation, found.length)
  if (found.length > mostLate) return null
  if (found.length === 0) return query
  const form = late()
  return form && bindLate(form, { ...noChanges, devices: personsOf(found) })
}

/** More parts than a table ever has. */
const mostParts = 100_000

/** Sorted, so that equal links give equal statements. */
const personsOf = (found: readonly Row[]): ReadonlyMap<bigint, bigint> =>
  new Map(
    found
      .map(({ device, person }) => [keyOf(device), keyOf(person)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
