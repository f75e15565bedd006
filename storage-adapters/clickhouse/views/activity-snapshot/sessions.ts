import type { AnalyticsStore, CompiledQuery, Limits, Row, WorkspaceRef } from '../../../../contract/index.js'
import { partsSince, unlessGone } from './answer.js'
import { partsNow } from './delta.js'
import type { ActivitySnapshot } from './snapshot.js'
import type { SnapshotState } from './state.js'

/**
 * A question about sessions that began in a range, in the forms that look up the snapshot's sessions of several days. Nearly
 * all sessions have events on one day only, so it is known of them that they began on it. A form is null if it would not
 * look them up.
 */
export interface SessionForms {
  readonly snapshot: ActivitySnapshot
  /** The statement if no event has been stored since the snapshot. */
  readonly whole: () => CompiledQuery | null
  /** The statement otherwise. */
  readonly late: () => CompiledQuery | null
}

interface Options {
  readonly ask: AnalyticsStore['run']
  readonly state: Pick<SnapshotState, 'mostNewer' | 'newer' | 'outdated' | 'forget'>
  readonly limits: Limits
  readonly signal: AbortSignal | undefined
}

/** Returns the answer with the snapshot's sessions, or null if it cannot tell them now. */
export async function answerFromSessions(
  workspace: WorkspaceRef,
  forms: SessionForms,
  options: Options,
): Promise<readonly Row[] | null> {
  const form = await chooseSessionForm(workspace, forms, options)
  return (
    form &&
    unlessGone(workspace, options.state, () => options.ask(form.query, options.limits, options.signal))
  )
}

/** The statement that would answer now. */
export interface ChosenSessionForm {
  readonly query: CompiledQuery
  readonly freshness: 'whole' | 'delta'
}

/**
 * Returns the statement that would answer now: from the snapshot's sessions alone, or also from the sessions of newer events.
 * Returns null if these are too many, or if events under the snapshot may have been deleted. New events are in new parts, so
 * the answer is exact whatever is merged or arrives late; merged parts only have more sessions.
 */
export const chooseSessionForm = (
  workspace: WorkspaceRef,
  forms: SessionForms,
  options: Options,
): Promise<ChosenSessionForm | null> =>
  unlessGone(workspace, options.state, () => chosen(workspace, forms, options))

async function chosen(
  workspace: WorkspaceRef,
  { snapshot, whole, late }: SessionForms,
  { ask, state, limits, signal }: Options,
): Promise<ChosenSessionForm | null> {
  const query = whole()
  if (query === null) return null
  const stored = await ask(partsNow(workspace), { ...limits, rows: mostParts }, signal)
  const parts = partsSince(snapshot, stored)?.events ?? null
  if (parts === null) {
    state.outdated(workspace, snapshot.generation)
    return null
  }
  const share = shareOf(stored, parts)
  state.newer(workspace, snapshot.generation, share)
  if (share > state.mostNewer) return null
  if (parts.length === 0) return { query, freshness: 'whole' }
  const form = late()
  return form && { query: form, freshness: 'delta' }
}

/** More parts than a table ever has. */
const mostParts = 100_000

/** The share of the events that are in these parts. */
function shareOf(stored: readonly Row[], parts: readonly Row[]): number {
  const rowsOf = (list: readonly Row[]): number => list.reduce((sum, { rows }) => sum + Number(rows), 0)
  return parts.length === 0 ? 0 : rowsOf(parts) / rowsOf(stored.filter(({ table }) => table === 'events_v1'))
}
