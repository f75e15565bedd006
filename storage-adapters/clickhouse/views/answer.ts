import type { Row, WorkspaceRef } from '../../../contract/index.js'
import { answerFromSnapshot } from './activity-snapshot/answer.js'
import { answerFromSessions, type SessionForms } from './activity-snapshot/sessions.js'
import type { SnapshotForms } from './activity-snapshot/snapshot.js'
import { answerFromMap } from './person-map/answer.js'
import type { PersonForms } from './person-map/map.js'

/** The forms of a question that tables of a generation may answer. */
export interface ViewForms {
  readonly snapshot?: SnapshotForms | null
  readonly persons?: PersonForms | null
  readonly sessions?: SessionForms | null
}

type Options = Parameters<typeof answerFromSnapshot>[2] &
  Parameters<typeof answerFromMap>[2] &
  Parameters<typeof answerFromSessions>[2]

/** Returns the answer from the first of these that can tell it now, or null if none can. */
export const answerFromViews = async (
  workspace: WorkspaceRef,
  { snapshot, persons, sessions }: ViewForms,
  options: Options,
): Promise<readonly Row[] | null> =>
  (snapshot ? await answerFromSnapshot(workspace, snapshot, options) : null) ??
  (persons ? await answerFromMap(workspace, persons, options) : null) ??
  (sessions ? await answerFromSessions(workspace, sessions, options) : null)
