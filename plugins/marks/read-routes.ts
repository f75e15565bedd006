import Type from 'typebox'
import type { Ask, PluginHost } from '../../contract/index.js'
import { readEnd, readTime } from './fields.js'
import type { Mark } from './mark.js'
import { noMark } from './mark-maker.js'
import { findMark, listMarks } from './marks-repository.js'
import { bodyOf, Category, MarkBody, member, path, Source, tag, viewerOf, WithId } from './schemas.js'

const Query = Type.Object({
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'ISO 8601, inclusive; a date is its first instant' }),
  ),
  to: Type.Optional(
    Type.String({ maxLength: 40, description: 'ISO 8601, inclusive; a date is its last instant' }),
  ),
  category: Type.Optional(Category),
  source: Type.Optional(Source),
  limit: Type.Optional(Type.Integer({ default: 500, minimum: 1, maximum: 5000 })),
})

export function registerReadRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'List marks, newest first: the public ones and your private ones',
    tag,
    access: member,
    query: Query,
    response: Type.Object({ data: Type.Object({ marks: Type.Array(MarkBody) }) }),
    async handle(ask, { query: { from, to, category = null, source = null, limit = 500 } }) {
      const found = await listMarks(ask.records, viewerOf(ask), {
        from: from === undefined ? null : readTime('from', from),
        to: to === undefined ? null : readEnd('to', to),
        category,
        source,
        limit,
      })
      return { data: { marks: found.map(bodyOf) } }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Show a mark; a private mark of another creator is unknown',
    tag,
    access: member,
    params: WithId,
    response: Type.Object({ data: MarkBody }),
    handle: async (ask, { params }) => ({ data: bodyOf(await markOf(ask, params.id)) }),
  })
}

async function markOf(ask: Ask, id: string): Promise<Mark> {
  const mark = await findMark(ask.records, viewerOf(ask), id)
  if (mark === null) throw noMark()
  return mark
}
