import type { WorkspaceAsk } from './ask.js'
import type { QuestionUse } from './question-library.js'
import { serviceRef } from './service-ref.js'
import type { Records } from './storage.js'

/** A saved question as its readers see it: a tile of a board. */
export interface SavedQuestionTitle {
  readonly id: string
  readonly title: string
  /** The name of its board. */
  readonly board: string
  /** Whether every member of the workspace sees it; else only the board's owner does. */
  readonly shared: boolean
}

type Asking = Pick<WorkspaceAsk, 'workspace' | 'caller'>

/** The saved questions of workspaces, for plugins that attach something to them. Supplied by the plugin `boards`. */
export interface SavedQuestions {
  /** Returns those of the ids that the caller sees in the workspace, by id. At most 1,000 ids. */
  find(ask: Asking, ids: readonly string[]): Promise<ReadonlyMap<string, SavedQuestionTitle>>
  /** Returns the workspace's saved questions, and boards, that use this field, as the transaction sees them. */
  usesOfField?(records: Records, ask: Asking, field: string): Promise<readonly QuestionUse[]>
  /** Returns those of the ids whose question exists, in any workspace, as the transaction sees it. */
  existing(records: Records, ids: readonly string[]): Promise<ReadonlySet<string>>
}

export const savedQuestions = serviceRef<SavedQuestions>('savedQuestions')
