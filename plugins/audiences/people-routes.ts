import Type from 'typebox'
import {
  aggregate,
  count,
  pageShape,
  pageFields,
  peopleOf,
  type PluginHost,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { Definition } from './definition.js'
import { eventsOf, membersOf } from './members.js'
import { audienceOf, member, path, tag, WithId } from './schemas.js'

export function registerPeopleRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: `${path}/:id/count`,
    summary: 'Count the persons of an audience now',
    tag,
    access: member,
    params: WithId,
    response: Type.Object({
      data: Type.Object({ audience_id: Type.String(), count: Type.Integer() }),
    }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const { id, definition } = await audienceOf(ask, params.id)
      return { data: { audience_id: id, count: await countOf(definition, ask) } }
    },
  })
  host.route({
    method: 'POST',
    path: `${path}/count`,
    summary: 'Count the persons of a definition now, before it is saved',
    tag,
    access: member,
    body: Type.Object({ definition: Definition }),
    response: Type.Object({ data: Type.Object({ count: Type.Integer() }) }),
    handle: async (asked, { body }) => ({
      data: { count: await countOf(body.definition, asked as WorkspaceAsk) },
    }),
  })
  host.route({
    method: 'GET',
    path: `${path}/:id/members`,
    summary: 'List the persons of an audience, last seen first, over all their events',
    tag,
    access: member,
    params: WithId,
    query: Type.Object(pageFields),
    response: pageShape,
    async handle(asked, { params, query: { limit = 100, offset = 0, count_total } }) {
      const ask = asked as WorkspaceAsk
      const { definition } = await audienceOf(ask, params.id)
      const people = peopleOf(eventsOf(membersOf(definition, ask), ask.now))
      return ask.page(people, { limit, offset, count_total })
    },
  })
}

async function countOf(definition: Definition, ask: WorkspaceAsk): Promise<number> {
  const [row] = await ask.rows(aggregate(membersOf(definition, ask), {}, { count: count() }))
  return Number(row?.['count'] ?? 0)
}
