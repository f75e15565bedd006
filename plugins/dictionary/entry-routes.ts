import Type from 'typebox'
import type { PluginHost, WorkspaceAsk } from '../../contract/index.js'
import { dictionaryKeeper, noEntry } from './dictionary-keeper.js'
import { findEntry, listEntries } from './dictionary-repository.js'
import { emptyEntries, type Entries, type Kind } from './entry.js'
import { changedEntry, type GivenEntry } from './read-entry.js'
import { Bodies, bodyOf, Changes, editor, member, Name, path, StatusName, tag } from './schemas.js'

const Query = Type.Object({
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'part of the name or description, in any case',
    }),
  ),
  status: Type.Optional(StatusName),
  limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1000 })),
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: '`next` of the page before' }),
  ),
})
const WithName = Type.Object({ name: Name })

/** How the routes of a kind are called. */
interface Words {
  readonly list: 'events' | 'properties'
  readonly one: string
}

const words: Readonly<Record<Kind, Words>> = {
  event: { list: 'events', one: 'an event' },
  property: { list: 'properties', one: 'a property of events' },
}

export function registerEntryRoutes(host: PluginHost, kind: Kind): void {
  const { list, one } = words[kind]
  const root = `${path}/${list}`
  const response = Type.Object({ data: Bodies[kind] })
  host.route({
    method: 'GET',
    path: root,
    summary: `List the ${list} of the dictionary by name`,
    tag,
    access: member,
    query: Query,
    response: Type.Object({
      data: Type.Object({
        [list]: Type.Array(Bodies[kind]),
        next: Type.Union([Type.String(), Type.Null()], {
          description: '`after` of the next page; null on the last',
        }),
      }),
    }),
    async handle(asked, { query: { search = null, status = null, after = null, limit = 100 } }) {
      const { records, workspace } = asked as WorkspaceAsk
      const wanted = { search, status, after, limit: limit + 1 }
      const found = await listEntries(records, workspace.id, kind, wanted)
      const shown = found.slice(0, limit)
      const next = found.length > limit ? (shown.at(-1)?.name ?? null) : null
      return { data: { [list]: shown.map(bodyOf), next } }
    },
  })
  host.route({
    method: 'GET',
    path: `${root}/:name`,
    summary: `Show ${one} of the dictionary`,
    tag,
    access: member,
    params: WithName,
    response,
    async handle(asked, { params }) {
      const { records, workspace } = asked as WorkspaceAsk
      const found = await findEntry(records, workspace.id, kind, params.name)
      if (found === null) throw noEntry(kind)
      return { data: bodyOf(found) }
    },
  })
  host.route({
    method: 'PUT',
    path: `${root}/:name`,
    summary: `Describe ${one}: creates its entry, or changes the given fields`,
    tag,
    access: editor,
    params: WithName,
    body: Changes[kind],
    refusals: ['CONFLICT'],
    response,
    async handle(asked, { params, body }) {
      const ask = asked as WorkspaceAsk
      const given = body as GivenEntry
      // Both branches are the same: the compiler does not see that the kinds agree.
      const put =
        kind === 'event'
          ? ask
              .use(dictionaryKeeper)
              .put(ask, kind, params.name, (before): Entries['event'] =>
                changedEntry.event(before ?? emptyEntries.event(params.name), given),
              )
          : ask
              .use(dictionaryKeeper)
              .put(ask, kind, params.name, (before): Entries['property'] =>
                changedEntry.property(before ?? emptyEntries.property(params.name), given),
              )
      return { data: bodyOf(await put) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${root}/:name`,
    summary: `Delete ${one} from the dictionary; its data are kept`,
    tag,
    access: editor,
    params: WithName,
    status: 204,
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      await ask.use(dictionaryKeeper).remove(ask, kind, params.name)
    },
  })
}
