import type { WorkspaceAsk } from './ask.js'
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

/** The saved questions of workspaces, for plugins that attach something to them. Supplied by the plugin `boards`. */
export interface SavedQuestions {
  /** Returns those of the ids that the caller sees in the workspace, by id. At most 1,000 ids. */
  find(
    ask: Pick<WorkspaceAsk, 'workspace' | 'caller'>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, SavedQuestionTitle>>
  /** Returns the titles of the workspace's saved questions that use this field, as the transaction sees them. */
  titlesUsing?(records: Records, workspaceId: string, field: string): Promise<readonly string[]>
  /** Returns those of the ids whose question exists, in any workspace, as the transaction sees it. */
  existing(records: Records, ids: readonly string[]): Promise<ReadonlySet<string>>
}

export const savedQuestions = serviceRef<SavedQuestions>('savedQuestions')
