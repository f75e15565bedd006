import {
  inWorkspace,
  named,
  type JsonValue,
  type PluginHost,
  type WorkspaceAsk,
} from '../../contract/index.js'
import type { Static } from 'typebox'
import Type from 'typebox'
import type { BoardFields } from './board.js'
import { boardKeeper, noBoard, viewerIn } from './board-keeper.js'
import { findBoard } from './boards-repository.js'
import { checkShared, readText } from './fields.js'
import { BoardBody, boardBody, Copy, Fields, member, path, tag, WithId } from './schemas.js'

const response = Type.Object({ data: BoardBody })
const defaults = {
  description: null,
  visibility: 'workspace',
  range: null,
  timezone: null,
  granularity: null,
  filter: null,
} as const

export function registerChangeRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path,
    summary: 'Create a board',
    tag,
    access: inWorkspace('editor'),
    body: named('NewBoard', Fields),
    status: 201,
    response,
    async handle(asked, { body }) {
      const ask = asked as WorkspaceAsk
      const fields: BoardFields = { ...defaults, ...readChange(body), name: readText('name', body.name) }
      await checkShared(ask, fields)
      return { data: boardBody(await ask.use(boardKeeper).create(ask, fields)) }
    },
  })
  host.route({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change the given fields of a board, as its owner or an admin',
    tag,
    access: member,
    params: WithId,
    body: named('BoardChanges', Type.Partial(Fields)),
    response,
    async handle(asked, { params, body }) {
      const ask = asked as WorkspaceAsk
      const change = readChange(body)
      if (sharedNames.some((name) => name in change)) {
        const board = await findBoard(ask.records, viewerIn(ask), params.id)
        if (board === null) throw noBoard()
        await checkShared(ask, { ...board, ...change })
      }
      return { data: boardBody(await ask.use(boardKeeper).change(ask, params.id, change)) }
    },
  })
  host.route({
    method: 'POST',
    path: `${path}/:id/duplicate`,
    summary: 'Create a board of your own with the tiles of another, without its links',
    tag,
    access: inWorkspace('editor'),
    params: WithId,
    body: named('BoardCopy', Copy),
    status: 201,
    response,
    async handle(asked, { params, body: { name } }) {
      const ask = asked as WorkspaceAsk
      const given = name === undefined ? null : readText('name', name)
      return { data: boardBody(await ask.use(boardKeeper).duplicate(ask, params.id, given)) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:id`,
    summary:
      'Delete a board with its tiles and links, as its owner or an admin; it can be restored for ten minutes',
    tag,
    access: member,
    params: WithId,
    status: 204,
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      await ask.use(boardKeeper).remove(ask, params.id)
    },
  })
}

const sharedNames = ['range', 'timezone', 'granularity', 'filter'] as const

const readChange = ({ name, filter, ...rest }: Partial<Static<typeof Fields>>): Partial<BoardFields> => ({
  ...rest,
  // A body is JSON.
  ...(filter === undefined ? {} : { filter: filter as JsonValue }),
  ...(name === undefined ? {} : { name: readText('name', name) }),
})
