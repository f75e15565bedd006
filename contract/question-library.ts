import type { JsonValue } from './json.js'
import type { WorkspaceAsk } from './ask.js'
import type { SavedQuestion } from './saved.js'
import { invalid, type ServiceError } from './errors.js'
import { serviceRef } from './service-ref.js'
import type { Records } from './storage.js'

type Asking = Pick<WorkspaceAsk, 'workspace' | 'caller'>

/** A saved question as the things that refer to it need it. */
export interface LibraryQuestion {
  readonly id: string
  readonly name: string
  readonly question: SavedQuestion
  /** Path at which a client shows the question by itself; null if it has none. */
  readonly view: string | null
  /** Whether every member of the workspace sees it; else only its owner does. */
  readonly shared: boolean
}

/** A thing that refers to a saved question. */
export interface QuestionUse {
  /** `tile`, `question`. */
  readonly kind: string
  readonly id: string
  /** `tile "Sign-ups" of board "Growth"`; null if the caller must not see it. */
  readonly label: string | null
}

/** Finds what refers to a question, in its workspace. The caller decides which labels it returns. */
export type FindQuestionUses = (records: Records, ask: Asking, id: string) => Promise<readonly QuestionUse[]>

/**
 * The saved questions of workspaces, which boards, formulas and others refer to by id. Supplied by the plugin
 * `questions`.
 */
export interface QuestionLibrary {
  /** Returns those of the ids that the caller sees in the workspace, by id. At most 1,000 ids. */
  find(ask: Asking, ids: readonly string[]): Promise<ReadonlyMap<string, LibraryQuestion>>
  /** As find(); until the transaction ends, none of them can be deleted or made private. */
  hold(
    transaction: Records,
    ask: Asking,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, LibraryQuestion>>
  /**
   * Returns the questions of the workspace that use this field, as the transaction sees them; without those that
   * refer to another question which does.
   */
  usesOfField?(records: Records, ask: Asking, field: string): Promise<readonly QuestionUse[]>
  /**
   * Declares a kind of thing that refers to questions. Called once, when the service is created; a question in
   * use is deleted only by force.
   */
  usedBy(find: FindQuestionUses): void
}

export const questionLibrary = serviceRef<QuestionLibrary>('questionLibrary')

/** The 422 of a thing that refers to a question which the caller does not see. */
export const unknownQuestion = (path: string, id: string): ServiceError =>
  invalid(path, `unknown question ${JSON.stringify(id.slice(0, 60))}`)

/** The prefix of a metric that is a saved question: `question:qst_…`. */
export const questionPrefix = 'question:'

/**
 * Returns a regular expression (Postgres', also JavaScript's) that finds a field in the JSON of a stored question. A
 * filter may be JSON inside of that JSON, or percent-encoded in a query string, so the name is searched between
 * characters that no name of a field has at its ends.
 */
export const fieldPattern = (field: string): string =>
  `(^|%[0-9A-Fa-f]{2}|[^A-Za-z0-9_.])${field.replaceAll('.', '\\.')}($|[^A-Za-z0-9_.])`

/** Returns the ids of the saved questions that a formula's series name, without repetitions. */
export function questionsIn({ body }: SavedQuestion): readonly string[] {
  const series = body?.['series'] ?? []
  const named = (Array.isArray(series) ? (series as readonly JsonValue[]) : []).flatMap((one) => {
    const metric = typeof one === 'object' && one !== null && 'metric' in one ? one['metric'] : null
    return typeof metric === 'string' && metric.startsWith(questionPrefix)
      ? [metric.slice(questionPrefix.length)]
      : []
  })
  return [...new Set(named)]
}
