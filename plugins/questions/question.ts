import type { SavedQuestion } from '../../contract/index.js'

export const visibilities = ['workspace', 'private'] as const

/** The fields of a question that a change can take back. */
export interface QuestionContent {
  readonly name: string
  readonly description: string | null
  readonly tags: readonly string[]
  readonly question: SavedQuestion
  /** How clients draw the answer; the service does not interpret it. */
  readonly chart: string
  /** Path at which a client shows the question by itself; the service only checks that it stays on this site. */
  readonly view: string | null
}

/** The fields of a question that a caller sets. */
export interface QuestionFields extends QuestionContent {
  /** `private`: only the owner sees the question. */
  readonly visibility: (typeof visibilities)[number]
}

export interface Question extends QuestionFields {
  readonly id: string
  readonly workspace_id: string
  /** The id of a user or of a key. */
  readonly owner_id: string
  /** The number of its newest version, from 1. */
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** A question as it was after a change. */
export interface Version {
  readonly version: number
  /** The id of a user or of a key. */
  readonly changed_by: string
  /** The address at that time; null for a key. */
  readonly changed_by_email: string | null
  readonly changed_at: Date
  /** The names of the fields that differ from the version before; empty for the first. */
  readonly changed: readonly string[]
  /** The version that this change took back to; null for any other change. */
  readonly restored: number | null
  readonly visibility: QuestionFields['visibility']
  readonly fields: QuestionContent
}

export const contentNames = ['name', 'description', 'tags', 'question', 'chart', 'view'] as const

export const mostVersions = 100
export const mostTags = 20
