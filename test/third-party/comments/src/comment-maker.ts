import {
  auditLog,
  limitReached,
  notFound,
  ownersAndAdminsOnly,
  savedQuestions,
  serviceRef,
  type Records,
  type SavedQuestionTitle,
  type ServiceDependencies,
  type WorkspaceAsk,
} from 'sextant/plugin'
import {
  deleteComment,
  insertComment,
  listComments,
  lockComment,
  type Comment,
} from './comments-repository.js'
import { commentsLimit } from './settings.js'

type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller' | 'role'>

/** Writes and deletes comments. What other members can see is in the audit log. */
export interface CommentMaker {
  /** Throws NOT_FOUND if the caller does not see the question, CONFLICT if it has too many comments. */
  write(ask: Changer, questionId: string, body: string): Promise<Comment>
  /** Throws NOT_FOUND if the caller sees no such comment, FORBIDDEN if they are neither its author nor an admin. */
  remove(ask: Changer, id: string): Promise<void>
}

export const commentMaker = serviceRef<CommentMaker>('comment-maker')

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'newId' | 'use' | 'setting'>

export function createCommentMaker({ records, clock, newId, use, setting }: Dependencies): CommentMaker {
  const questionOf = async (ask: Changer, id: string, what: string): Promise<SavedQuestionTitle> => {
    const question = (await use(savedQuestions).find(ask, [id])).get(id)
    if (question === undefined) throw notFound(what)
    return question
  }
  const note = async (
    transaction: Records,
    { caller, workspace }: Changer,
    done: string,
    { id }: Comment,
    { title, shared }: SavedQuestionTitle,
  ): Promise<void> => {
    if (!shared) return
    const entry = { action: `comment.${done}`, actor: caller, workspaceId: workspace.id, subject: id }
    await use(auditLog).note(transaction, { ...entry, details: { question: title } })
  }

  return Object.freeze({
    async write(ask, questionId, body) {
      const question = await questionOf(ask, questionId, 'question')
      return records.transaction(async (transaction) => {
        const most = setting(commentsLimit)
        if ((await listComments(transaction, ask.workspace.id, questionId, most)).length >= most)
          throw limitReached(most, 'comments per question; delete one first')
        const comment: Comment = {
          id: newId('com_'),
          question_id: questionId,
          author_id: ask.caller.id,
          author: ask.caller.email ?? ask.caller.id,
          body,
          created_at: new Date(clock()),
        }
        if (!(await insertComment(transaction, ask.workspace.id, comment))) throw notFound('workspace')
        await note(transaction, ask, 'created', comment, question)
        return comment
      })
    },

    remove: (ask, id) =>
      records.transaction(async (transaction) => {
        const comment = await lockComment(transaction, ask.workspace.id, id)
        if (comment === null) throw notFound('comment')
        const question = await questionOf(ask, comment.question_id, 'comment')
        if (comment.author_id !== ask.caller.id && ask.role !== 'admin')
          throw ownersAndAdminsOnly('a comment', 'creator')
        await deleteComment(transaction, id)
        await note(transaction, ask, 'deleted', comment, question)
      }),
  } satisfies CommentMaker)
}
