import type { WorkspaceAsk } from '../../contract/index.js'
import type { Question } from './question.js'
import type { Viewer } from './questions-repository.js'

export const viewerIn = ({ workspace, caller }: Pick<WorkspaceAsk, 'workspace' | 'caller'>): Viewer => ({
  workspaceId: workspace.id,
  callerId: caller.id,
})

/** Whether every member of the workspace sees the question. */
export const isShared = ({ visibility }: Pick<Question, 'visibility'>): boolean => visibility === 'workspace'
