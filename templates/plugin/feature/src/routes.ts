import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { inWorkspace, notFound, type PluginHost, type WorkspaceAsk } from 'sextant/plugin'
import { deleteNote, insertNote, listNotes, type Note } from './notes-repository.js'

const path = '/api/v1/acme-thing/notes'
const tag = 'acme-thing'

const NoteBody = Type.Object({
  id: Type.String(),
  created_by: Type.String({ description: 'the id of the user or key' }),
  body: Type.String(),
  created_at: Type.String({ description: 'ISO 8601' }),
})
const shown = ({ created_at, ...note }: Note) => ({ ...note, created_at: created_at.toISOString() })

export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'List the notes of the workspace, latest first',
    tag,
    access: inWorkspace('viewer'),
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })) }),
    response: Type.Object({ data: Type.Array(NoteBody) }),
    async handle(ask, { query: { limit = 100 } }) {
      const { records, workspace } = ask as WorkspaceAsk
      return { data: (await listNotes(records, workspace.id, limit)).map(shown) }
    },
  })
  host.route({
    method: 'POST',
    path,
    summary: 'Write a note',
    tag,
    access: inWorkspace('editor'),
    body: Type.Object({ body: Type.String({ minLength: 1, maxLength: 2_000 }) }),
    status: 201,
    response: Type.Object({ data: NoteBody }),
    async handle(ask, { body: { body } }) {
      const { records, workspace, caller, now } = ask as WorkspaceAsk
      const id = `note_${randomUUID()}`
      const note: Note = { id, created_by: caller.id, body, created_at: new Date(now) }
      if (!(await insertNote(records, workspace.id, note))) throw notFound('workspace')
      return { data: shown(note) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a note',
    tag,
    access: inWorkspace('editor'),
    params: Type.Object({ id: Type.String() }),
    status: 204,
    async handle(ask, { params }) {
      const { records, workspace } = ask as WorkspaceAsk
      if (!(await deleteNote(records, workspace.id, params.id))) throw notFound('note')
    },
  })
}
