import type { AnalyticsStore, CompiledQuery, Limits, Row, WorkspaceRef } from '../../../../contract/index.js'
import { unlessGone } from '../activity-snapshot/answer.js'
import { bindLate, noChanges } from '../activity-snapshot/late-lists.js'
import type { SnapshotState } from '../activity-snapshot/state.js'
import { lateLinks, personsOf, type LinkMemory } from './late-links.js'
import { linkParts, linkPartsOf } from './late.js'
import type { PersonForms } from './map.js'

interface Options {
  readonly ask: AnalyticsStore['run']
  readonly state: Pick<SnapshotState, 'linked' | 'forget'> & LinkMemory
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
  forms: PersonForms,
  { ask, state, limits, signal }: Options,
): Promise<CompiledQuery | null> {
  const { map } = forms
  const query = forms.whole()
  if (query === null) return null
  const own = { ...limits, rows: Math.max(limits.rows, mostParts) }
  const stored = linkPartsOf(await ask(linkParts(workspace, map.cluster), own, signal))
  const late = await lateLinks(workspace, map, stored, { ask, state, limits, signal })
  if (late === null) {
    state.linked(workspace, map.generation, Infinity)
    return null
  }
  state.linked(workspace, map.generation, late.size)
  if (late.size === 0) return query
  const form = forms.late()
  return form && bindLate(form, { ...noChanges, devices: personsOf(late) })
}

/** More parts than a table ever has. */
const mostParts = 100_000
