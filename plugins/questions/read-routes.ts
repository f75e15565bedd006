import Type from 'typebox'
import { invalid, peopleIn, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { answerOf } from './answer.js'
import {
  findListed,
  listQuestions,
  listTags,
  type ListedQuestion,
  type ListPosition,
} from './list-repository.js'
import { noQuestion } from './question-keeper.js'
import { questionUses } from './question-uses.js'
import { member, path, QuestionBody, questionBody, tag, VersionBody, versionBody, WithId } from './schemas.js'
import { listVersions } from './versions-repository.js'
import { viewerIn } from './viewer.js'

const List = Type.Object({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'part of the name, description or a tag, in any case',
    }),
  ),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  owner: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'id of a user or key, or `me`' }),
  ),
  favourite: Type.Optional(Type.Boolean({ description: 'true: only favourites of the caller' })),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'only questions of this path, such as /api/v1/data/query',
    }),
  ),
  limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1000 })),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2000, description: '`next` of the page before' }),
  ),
})

const instead = (maxLength: number) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description: 'replaces the question’s own' }))
const Instead = Type.Object({
  range: instead(100),
  granularity: instead(20),
  timezone: instead(100),
  filter: instead(16_000),
  parameters: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 16_000,
      description: 'values of a saved statement’s parameters as a JSON object; others keep their saved value',
    }),
  ),
})

export function registerReadRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'List the saved questions of a workspace by name: those for all members and your private ones',
    tag,
    access: member,
    query: List,
    response: Type.Object({
      data: Type.Object({
        questions: Type.Array(QuestionBody),
        next: Type.Union([Type.String(), Type.Null()], {
          description: '`after` of the next page; null on the last',
        }),
      }),
    }),
    async handle(asked, { query }) {
      const ask = asked as WorkspaceAsk
      const {
        search = null,
        tag: wanted = null,
        owner = null,
        favourite = false,
        path: ofPath = null,
        limit = 100,
        after,
      } = query
      const { questions, next } = await listQuestions(ask.records, viewerIn(ask), {
        search,
        tag: wanted,
        owner: owner === 'me' ? ask.caller.id : owner,
        favourite,
        path: ofPath,
        after: after === undefined ? null : readPlace(after),
        limit,
      })
      const bodies = questions.map((question) => questionBody(ask, question))
      return { data: { questions: bodies, next: next === null ? null : placeText(next) } }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/tags`,
    summary: 'List the tags of saved questions, the most frequent first',
    tag,
    access: member,
    response: Type.Object({
      data: Type.Object({
        tags: Type.Array(Type.Object({ tag: Type.String(), questions: Type.Integer() })),
      }),
    }),
    async handle(asked) {
      const ask = asked as WorkspaceAsk
      return { data: { tags: await listTags(ask.records, viewerIn(ask)) } }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Show a saved question; a private one of another owner is unknown',
    tag,
    access: member,
    params: WithId,
    response: Type.Object({ data: QuestionBody }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      return { data: questionBody(ask, await questionOf(ask, params.id)) }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/:id/data`,
    summary:
      'Answer a saved question as its own route does; range, granularity, time zone and filter replace its own',
    tag,
    access: member,
    params: WithId,
    query: Instead,
    async handle(asked, { params, query }) {
      const ask = asked as WorkspaceAsk
      return answerOf(ask, (await questionOf(ask, params.id)).question, query)
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/:id/uses`,
    summary: 'List what refers to a saved question: tiles of boards and formulas',
    tag,
    access: member,
    params: WithId,
    response: Type.Object({
      data: Type.Object({
        uses: Type.Array(Type.Object({ kind: Type.String(), id: Type.String(), label: Type.String() })),
        hidden: Type.Integer({
          description: 'number of uses that the caller does not see, such as private boards',
        }),
      }),
    }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const { id } = await questionOf(ask, params.id)
      const all = await ask.use(questionUses).of(ask.records, ask, id)
      const uses = all.flatMap(({ label, ...use }) => (label === null ? [] : [{ ...use, label }]))
      return { data: { uses, hidden: all.length - uses.length } }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/:id/history`,
    summary: 'List the last 100 versions of a saved question, newest first, with who changed what',
    tag,
    access: peopleIn('viewer'),
    params: WithId,
    response: Type.Object({ data: Type.Object({ versions: Type.Array(VersionBody) }) }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const { id, owner_id } = await questionOf(ask, params.id)
      const versions = await listVersions(ask.records, id, owner_id === ask.caller.id)
      return { data: { versions: versions.map(versionBody) } }
    },
  })
}

/** Returns a question. Throws NOT_FOUND if the caller sees none of this id. */
export async function questionOf(ask: WorkspaceAsk, id: string): Promise<ListedQuestion> {
  const question = await findListed(ask.records, viewerIn(ask), id)
  if (question === null) throw noQuestion()
  return question
}

const placeText = (place: ListPosition): string => Buffer.from(JSON.stringify(place)).toString('base64url')

function readPlace(text: string): ListPosition {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(place)) {
      const [name, id] = place as readonly unknown[]
      if (typeof name === 'string' && typeof id === 'string' && !(name + id).includes('\0')) return [name, id]
    }
  } catch {
    // Rejected below.
  }
  throw invalid('after', 'after must be the next of the page before')
}
