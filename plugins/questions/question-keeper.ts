import {
  changeNotes,
  inUse,
  notFound,
  notMember,
  ownersAndAdminsOnly,
  ownersOnlyMakePrivate,
  questionsIn,
  restorableSince,
  ServiceError,
  serviceRef,
  type QuestionUse,
  type Records,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { changedNames, contentOf } from './fields.js'
import type { Question, QuestionFields, Version } from './question.js'
import { questionUses } from './question-uses.js'
import {
  deleteQuestion,
  holdQuestions,
  insertQuestion,
  lockQuestion,
  lockRestorable,
  restoreQuestion,
  updateQuestion,
} from './questions-repository.js'
import { unknownSeries } from './refusals.js'
import { findVersion, insertVersion } from './versions-repository.js'
import { isShared, viewerIn } from './viewer.js'

export type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller' | 'role'>

/**
 * Creates and changes questions. Each change is a version of the question; those that other members can see are in the
 * audit log too.
 */
export interface QuestionKeeper {
  /** Creates a question whose owner is the caller. Throws FORBIDDEN if the workspace was deleted. */
  create(ask: Changer, fields: QuestionFields): Promise<Question>
  /**
   * Changes the given fields; a change that leaves all as they are is none. Throws NOT_FOUND if the caller sees no
   * question of this id, FORBIDDEN if the caller is neither its owner nor an admin, or makes another owner's question
   * private, CONFLICT if it becomes private while something refers to it.
   */
  change(ask: Changer, id: string, change: Partial<QuestionFields>): Promise<Question>
  /** Sets the fields to those of a version, except the visibility. Throws as change(), and NOT_FOUND for the version. */
  restore(ask: Changer, id: string, version: number): Promise<Question>
  /**
   * Deletes a question with its versions. It can be restored for ten minutes. Throws as change(), and CONFLICT if something
   * refers to it, without `force`.
   */
  remove(ask: Changer, id: string, force: boolean): Promise<void>
  /**
   * Restores a deleted question; what refers to it shows it again. One that is not deleted stays as it is. Throws as
   * change(), and NOT_FOUND once the ten minutes are over.
   */
  undelete(ask: Changer, id: string): Promise<Question>
}

export const questionKeeper = serviceRef<QuestionKeeper>('question-keeper')

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'newId' | 'use'>

export function createQuestionKeeper({ records, clock, newId, use }: Dependencies): QuestionKeeper {
  const note = changeNotes<Question>(use, 'question', ({ name }) => ({ name }))
  const usesOf = (transaction: Records, ask: Changer, id: string): Promise<readonly QuestionUse[]> =>
    use(questionUses).of(transaction, ask, id)

  /** Locks the questions that a formula reads. Throws VALIDATION_ERROR for one that its readers do not see. */
  async function holdSeries(
    transaction: Records,
    ask: Changer,
    { question, visibility }: QuestionFields,
  ): Promise<void> {
    const ids = questionsIn(question)
    const held = ids.length === 0 ? [] : await holdQuestions(transaction, viewerIn(ask), ids)
    for (const id of ids) {
      const found = held.find((one) => one.id === id)
      if (found === undefined || (visibility === 'workspace' && !isShared(found)))
        throw unknownSeries(id, found)
    }
  }

  async function apply(
    transaction: Records,
    ask: Changer,
    before: Question,
    change: Partial<QuestionFields>,
    restored: number | null,
  ): Promise<Question> {
    const fields = { ...fieldsOf(before), ...change }
    const changed = changedNames(fieldsOf(before), fields)
    if (changed.length === 0) return before
    if (fields.visibility === 'private' && isShared(before)) {
      if (before.owner_id !== ask.caller.id) throw ownersOnlyMakePrivate('a question')
      const uses = await usesOf(transaction, ask, before.id)
      if (uses.length > 0) throw usedBy(uses, 'remove it there to make it private')
    }
    // What a formula reads may have been deleted by force since: that hinders no change of the name.
    if (changed.includes('question') || changed.includes('visibility'))
      await holdSeries(transaction, ask, fields)
    const now = new Date(clock())
    const after = await updateQuestion(transaction, before, fields, now)
    await insertVersion(transaction, after.id, versionOf(after, ask, changed, restored, now))
    // If the question becomes private, the audit log shows its old name, which other members could see before.
    const seen = [after, before].find(isShared)
    const details = { changed, ...(restored === null ? {} : { restored }) }
    if (seen !== undefined) await note(transaction, ask, 'changed', seen, details)
    return after
  }

  const within = <T>(
    ask: Changer,
    id: string,
    work: (transaction: Records, question: Question) => Promise<T>,
  ): Promise<T> =>
    records.transaction(async (transaction) => {
      const question = await lockQuestion(transaction, viewerIn(ask), id)
      mustChange(ask, question)
      return work(transaction, question)
    })

  return Object.freeze({
    create: (ask, fields) =>
      records.transaction(async (transaction) => {
        const now = new Date(clock())
        const question: Question = {
          ...fields,
          id: newId('qst_'),
          workspace_id: ask.workspace.id,
          owner_id: ask.caller.id,
          version: 1,
          created_at: now,
          updated_at: now,
        }
        await holdSeries(transaction, ask, fields)
        if (!(await insertQuestion(transaction, question))) throw notMember()
        await insertVersion(transaction, question.id, versionOf(question, ask, [], null, now))
        if (isShared(question)) await note(transaction, ask, 'created', question)
        return question
      }),

    change: (ask, id, change) =>
      within(ask, id, (transaction, before) => apply(transaction, ask, before, change, null)),

    restore: (ask, id, version) =>
      within(ask, id, async (transaction, before) => {
        const found = await findVersion(transaction, id, version, before.owner_id === ask.caller.id)
        if (found === null) throw notFound('version')
        return apply(transaction, ask, before, found.fields, version)
      }),

    remove: (ask, id, force) =>
      within(ask, id, async (transaction, question) => {
        const uses = await usesOf(transaction, ask, id)
        if (uses.length > 0 && !force) throw usedBy(uses, 'remove it there, or delete with force=true')
        await deleteQuestion(transaction, id, new Date(clock()))
        if (isShared(question))
          await note(transaction, ask, 'deleted', question, uses.length === 0 ? {} : { uses: uses.length })
      }),

    undelete: (ask, id) =>
      records.transaction(async (transaction) => {
        const question = await lockRestorable(transaction, viewerIn(ask), id, restorableSince(clock()))
        mustChange(ask, question)
        if ((await restoreQuestion(transaction, id)) && isShared(question))
          await note(transaction, ask, 'restored', question)
        return question
      }),
  } satisfies QuestionKeeper)
}

export const noQuestion = (): ServiceError => notFound('question')

const usedBy = (uses: readonly QuestionUse[], instead: string): ServiceError =>
  inUse(
    'question',
    uses.map(({ label }) => label),
    instead,
  )

/** Throws unless there is a question and the caller may change it. */
function mustChange({ caller, role }: Changer, question: Question | null): asserts question is Question {
  if (question === null) throw noQuestion()
  if (question.owner_id !== caller.id && role !== 'admin') throw ownersAndAdminsOnly('a question')
}

const fieldsOf = (question: Question): QuestionFields => ({
  ...contentOf(question),
  visibility: question.visibility,
})

const versionOf = (
  question: Question,
  { caller }: Changer,
  changed: readonly string[],
  restored: number | null,
  changed_at: Date,
): Version => ({
  version: question.version,
  changed_by: caller.id,
  changed_by_email: caller.email,
  changed_at,
  changed,
  restored,
  visibility: question.visibility,
  fields: contentOf(question),
})
