import { isDeepStrictEqual } from 'node:util'
import Type, { type Static } from 'typebox'
import {
  checkQuestion,
  checkView,
  inWorkspace,
  named,
  peopleIn,
  savedQuestionOf,
  type PluginHost,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { readName, readTags } from './fields.js'
import type { QuestionFields } from './question.js'
import { questionKeeper } from './question-keeper.js'
import { deleteFavourite, insertFavourite } from './questions-repository.js'
import { questionOf } from './read-routes.js'
import { Fields, member, path, QuestionBody, questionBody, tag, WithId } from './schemas.js'
import { findVersion } from './versions-repository.js'

const response = Type.Object({ data: QuestionBody })
const defaults = { description: null, tags: [], visibility: 'workspace', chart: 'auto', view: null } as const
const one = { tag, access: member, params: WithId } as const

export function registerChangeRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path,
    summary: 'Save a question',
    tag,
    access: inWorkspace('editor'),
    body: named('NewQuestion', Fields),
    status: 201,
    response,
    async handle(asked, { body }) {
      const ask = asked as WorkspaceAsk
      const { name, question } = body
      const fields = {
        ...defaults,
        ...readChange(body),
        name: readName(name),
        question: savedQuestionOf(question),
      }
      await check(ask, fields)
      return shown(ask, (await ask.use(questionKeeper).create(ask, fields)).id)
    },
  })
  host.route({
    ...one,
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change the given fields of a saved question, as its owner or an admin',
    body: named('QuestionChanges', Type.Partial(Fields)),
    refusals: ['CONFLICT'],
    response,
    async handle(asked, { params, body }) {
      const ask = asked as WorkspaceAsk
      const change = readChange(body)
      await check(ask, change)
      return shown(ask, (await ask.use(questionKeeper).change(ask, params.id, change)).id)
    },
  })
  host.route({
    ...one,
    method: 'DELETE',
    path: `${path}/:id`,
    summary:
      'Delete a saved question and its history, as its owner or an admin; it can be restored for ten minutes',
    query: Type.Object({
      force: Type.Optional(
        Type.Boolean({
          description: 'true: also if it is in use; what refers to it then says that it is gone',
        }),
      ),
    }),
    refusals: ['CONFLICT'],
    status: 204,
    async handle(asked, { params, query: { force = false } }) {
      const ask = asked as WorkspaceAsk
      await ask.use(questionKeeper).remove(ask, params.id, force)
    },
  })
  host.route({
    ...one,
    method: 'POST',
    path: `${path}/:id/restore`,
    summary: 'Restore a deleted question, up to ten minutes after',
    response,
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      return shown(ask, (await ask.use(questionKeeper).undelete(ask, params.id)).id)
    },
  })
  host.route({
    ...one,
    method: 'POST',
    path: `${path}/:id/history/:version/restore`,
    summary: 'Take a saved question back to a version, except its visibility, as its owner or an admin',
    params: Type.Object({
      ...WithId.properties,
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    }),
    response,
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const before = await questionOf(ask, params.id)
      const isOwn = before.owner_id === ask.caller.id
      const found = await findVersion(ask.records, params.id, params.version, isOwn)
      // It may name what is gone since, as an audience. One that the question has anyway is no change.
      if (found !== null && !isDeepStrictEqual(found.fields.question, before.question))
        await checkQuestion(ask, found.fields.question)
      return shown(ask, (await ask.use(questionKeeper).restore(ask, params.id, params.version)).id)
    },
  })
  for (const [method, summary, apply] of [
    ['PUT', 'Make a saved question a favourite of yours', insertFavourite],
    ['DELETE', 'Remove a saved question from your favourites', deleteFavourite],
  ] as const)
    host.route({
      ...one,
      method,
      path: `${path}/:id/favourite`,
      summary,
      access: peopleIn('viewer'),
      status: 204,
      async handle(asked, { params }) {
        const ask = asked as WorkspaceAsk
        const { id } = await questionOf(ask, params.id)
        await apply(ask.records, id, ask.caller.id)
      },
    })
}

/** Throws VALIDATION_ERROR for a question that its own route would reject, and for a view of another site. */
async function check(ask: WorkspaceAsk, { question, view }: Partial<QuestionFields>): Promise<void> {
  checkView(view)
  if (question !== undefined) await checkQuestion(ask, question)
}

const shown = async (ask: WorkspaceAsk, id: string) => ({
  data: questionBody(ask, await questionOf(ask, id)),
})

const readChange = ({
  name,
  tags,
  question,
  ...rest
}: Partial<Static<typeof Fields>>): Partial<QuestionFields> => ({
  ...rest,
  ...(name === undefined ? {} : { name: readName(name) }),
  ...(tags === undefined ? {} : { tags: readTags(tags) }),
  ...(question === undefined ? {} : { question: savedQuestionOf(question) }),
})
