import type { Static } from 'typebox'
import Type from 'typebox'
import {
  checkQuestion,
  checkView,
  invalid,
  named,
  savedQuestionOf,
  type savedQuestionShape,
  type PluginHost,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { checkLength, parseFilter } from './board-filter.js'
import { longestFilter, type TileContent, type TileFields } from './board.js'
import { readText } from './fields.js'
import { boardOf } from './read-routes.js'
import { Layout, member, NewTile, path, tag, TileBody, TileChange, WithId, WithTile } from './schemas.js'
import { oneTileBody, tileAnswer, tileBodies } from './tile-body.js'
import { noTile, tileKeeper } from './tile-keeper.js'
import { tileQuestions } from './tile-questions.js'
import { findTile } from './tiles-repository.js'

const tiles = `${path}/:id/tiles`
const oneTile = `${tiles}/:tile`
const response = Type.Object({ data: TileBody })
const changes = { tag, access: member } as const

export function registerTileRoutes(host: PluginHost): void {
  host.route({
    ...changes,
    method: 'POST',
    path: tiles,
    summary:
      'Add a tile to a board, below the others unless it has a position, as the board’s owner or an admin',
    params: WithId,
    body: NewTile,
    refusals: ['CONFLICT'],
    status: 201,
    response,
    async handle(asked, { params, body }) {
      const ask = asked as WorkspaceAsk
      const { view = null, question, question_id, text, ...rest } = body
      const shown = readContent({ question, question_id, text })
      if (shown === null) throw invalid('/question', 'question, question_id or text is required')
      const fields = { ...rest, ...shown, view, title: readText('title', body.title) }
      checkView(view)
      if (fields.question !== null) await checkQuestion(ask, fields.question)
      return { data: await oneTileBody(ask, await ask.use(tileKeeper).add(ask, params.id, fields)) }
    },
  })
  host.route({
    ...changes,
    method: 'PUT',
    path: oneTile,
    summary: 'Change the given fields of a tile',
    params: WithTile,
    body: named('TileChanges', TileChange),
    response,
    async handle(asked, { params, body }) {
      const ask = asked as WorkspaceAsk
      const change = readChange(body)
      checkView(change.view)
      if (change.question != null) await checkQuestion(ask, change.question)
      const changed = await ask.use(tileKeeper).change(ask, params.id, params.tile, change)
      return { data: await oneTileBody(ask, changed) }
    },
  })
  host.route({
    ...changes,
    method: 'DELETE',
    path: oneTile,
    summary: 'Delete a tile; it can be restored for ten minutes',
    params: WithTile,
    status: 204,
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      await ask.use(tileKeeper).remove(ask, params.id, params.tile)
    },
  })
  host.route({
    ...changes,
    method: 'PUT',
    path: `${path}/:id/layout`,
    summary: 'Move tiles of a board; tiles that are not listed stay',
    params: WithId,
    body: Layout,
    response: Type.Object({ data: Type.Object({ tiles: Type.Array(TileBody) }) }),
    async handle(asked, { params, body }) {
      const ask = asked as WorkspaceAsk
      const placed = await ask.use(tileKeeper).arrange(ask, params.id, body.tiles)
      return { data: { tiles: await tileBodies(ask, placed) } }
    },
  })
  host.route({
    method: 'GET',
    path: `${oneTile}/data`,
    summary: 'Answer the question of a tile with the range, time zone, granularity and filter of its board',
    tag,
    access: member,
    params: WithTile,
    query: Instead,
    async handle(asked, { params, query }) {
      const ask = asked as WorkspaceAsk
      const board = await boardOf(ask, params.id)
      const tile = await findTile(ask.records, board.id, params.tile)
      const [resolved] = tile === null ? [] : await ask.use(tileQuestions).resolve(ask, [tile])
      if (resolved === undefined) throw noTile()
      const { range, timezone, granularity } = board
      const { filter: given, parameters, ...times } = query
      const filter = given === undefined ? board.filter : parseFilter(given)
      checkLength(filter)
      const values = parameters === undefined ? {} : { parameters }
      return tileAnswer(ask, resolved, {
        ...{ range, timezone, granularity, ...times, filter, ...values },
        hidden: false,
      })
    },
  })
}

const instead = (maxLength: number) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description: 'replaces the board’s' }))
const Instead = Type.Object({
  range: instead(100),
  timezone: instead(100),
  granularity: instead(20),
  filter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: longestFilter,
      description: 'a tree as JSON that replaces the board’s filter; null for none',
    }),
  ),
  parameters: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: longestFilter,
      description: 'values of the statement’s parameters as a JSON object; others keep their saved value',
    }),
  ),
})

const readChange = ({
  title,
  question,
  question_id,
  text,
  ...rest
}: Static<typeof TileChange>): Partial<TileFields> => ({
  ...rest,
  ...(title === undefined ? {} : { title: readText('title', title) }),
  ...readContent({ question, question_id, text }),
})

interface GivenContent {
  readonly question: Static<typeof savedQuestionShape> | undefined
  readonly question_id: string | undefined
  readonly text: string | undefined
}

/** Returns what a tile shows by a body: a question of its own, a saved one, or text. Null if the body gives none. */
function readContent({ question, question_id, text }: GivenContent): TileContent | null {
  const given = Object.entries({ question, question_id, text }).filter(([, value]) => value !== undefined)
  const [, second] = given
  if (second !== undefined)
    throw invalid(`/${second[0]}`, 'a tile must have one of question, question_id and text, not several')
  if (text !== undefined) return { question: null, question_id: null, text }
  if (question_id !== undefined) return { question: null, question_id, text: null }
  return question === undefined
    ? null
    : { question: savedQuestionOf(question), question_id: null, text: null }
}
