import Type from 'typebox'
import {
  blank,
  inWorkspace,
  notFound,
  savedQuestions,
  type PluginHost,
  type SavedQuestionTitle,
  type WorkspaceAsk,
} from 'sextant/plugin'
import { commentMaker } from './comment-maker.js'
import { listComments, type Comment } from './comments-repository.js'

const path = '/api/v1/comments'
const tag = 'comments'

const CommentBody = Type.Object({
  id: Type.String(),
  question: Type.Object({ id: Type.String(), title: Type.String(), board: Type.String() }),
  author_id: Type.String({ description: 'the id of the user or key' }),
  author: Type.String(),
  body: Type.String(),
  created_at: Type.String({ description: 'ISO 8601' }),
})

const bodyOf = (comment: Comment, { id, title, board }: SavedQuestionTitle) => ({
  id: comment.id,
  question: { id, title, board },
  author_id: comment.author_id,
  author: comment.author,
  body: comment.body,
  created_at: comment.created_at.toISOString(),
})

/** The comments whose questions the caller sees. */
async function visible(ask: WorkspaceAsk, comments: readonly Comment[]) {
  const ids = [...new Set(comments.map(({ question_id }) => question_id))]
  const questions = await ask.use(savedQuestions).find(ask, ids)
  return comments.flatMap((comment) => {
    const question = questions.get(comment.question_id)
    return question === undefined ? [] : [bodyOf(comment, question)]
  })
}

export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'List comments on saved questions, latest first',
    tag,
    access: inWorkspace('viewer'),
    query: Type.Object({
      question_id: Type.Optional(Type.String({ maxLength: 100, description: 'the id of a tile of a board' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    }),
    response: Type.Object({ data: Type.Object({ comments: Type.Array(CommentBody) }) }),
    async handle(ask, { query: { question_id = null, limit = 100 } }) {
      const here = ask as WorkspaceAsk
      const found = await listComments(here.records, here.workspace.id, question_id, limit)
      return { data: { comments: await visible(here, found) } }
    },
  })
  host.route({
    method: 'POST',
    path,
    summary: 'Comment on a saved question',
    tag,
    access: inWorkspace('editor'),
    body: Type.Object({
      question_id: Type.String({ maxLength: 100 }),
      body: Type.String({ maxLength: 2000 }),
    }),
    status: 201,
    response: Type.Object({ data: CommentBody }),
    refusals: ['NOT_FOUND', 'CONFLICT'],
    async handle(ask, { body: { question_id, body } }) {
      const here = ask as WorkspaceAsk
      if (body.trim() === '') throw blank('/body')
      const comment = await ask.use(commentMaker).write(here, question_id, body.trim())
      const [shown] = await visible(here, [comment])
      if (shown === undefined) throw notFound('question')
      return { data: shown }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a comment, as its author or an admin',
    tag,
    access: inWorkspace('editor'),
    params: Type.Object({ id: Type.String() }),
    status: 204,
    async handle(ask, { params }) {
      await ask.use(commentMaker).remove(ask as WorkspaceAsk, params.id)
    },
  })
}
