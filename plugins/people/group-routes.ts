import Type from 'typebox'
import {
  bodyFields,
  invalid,
  inWorkspace,
  isGroupType,
  named,
  noGroupType,
  nullable,
  pageFields,
  pageShape,
  type PluginHost,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { groupProfile, groupsIn, groupTypes, traitsOf } from './groups.js'

const path = '/api/v1/groups'
const tag = { name: 'Groups', description: 'Companies and other groups of persons.' } as const
const access = inWorkspace('viewer')

/** The range of a group's figures. */
const ranged = {
  range: Type.Optional(
    Type.String({ default: '90d', maxLength: 100, description: 'like the range parameter of metrics' }),
  ),
  timezone: bodyFields.timezone,
}

const traits = Type.Record(Type.String(), Type.Unknown(), {
  description: 'the latest value of each trait that is not null',
})

const Group = named(
  'Group',
  Type.Object({
    type: Type.String(),
    id: Type.String(),
    traits,
    events: Type.Integer({ description: 'its events in the range' }),
    persons: Type.Integer({ description: 'the persons who made them' }),
    first_seen: nullable(Type.String()),
    last_seen: nullable(Type.String()),
  }),
)

/** The id of a listed group. */
const idIn = (row: Readonly<Record<string, unknown>>): string => row['group_id'] as string

const typeOf = (type: string): string => {
  if (!isGroupType(type)) throw invalid('type', noGroupType('type'))
  return type
}

export function registerGroupRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'List the types of groups that events and group calls name',
    tag,
    access,
    response: Type.Object({ data: Type.Array(Type.Object({ type: Type.String() })) }),
    handle: async (asked) => ({
      data: (await groupTypes(asked as WorkspaceAsk)).map((type) => ({ type })),
    }),
  })
  host.route({
    method: 'GET',
    path: `${path}/:type`,
    summary: 'List the groups of a type with an event in the range, last seen first, with their traits',
    tag,
    access,
    params: Type.Object({ type: Type.String() }),
    query: Type.Object({ ...ranged, ...pageFields }),
    response: pageShape,
    async handle(asked, { params, query: { limit = 100, offset = 0, count_total, ...question } }) {
      const ask = asked as WorkspaceAsk
      const type = typeOf(params.type)
      const { question: read } = await questionOf(ask, question)
      const page = await ask.page(groupsIn(read, type), { limit, offset, count_total })
      const known = await traitsOf(ask, type, page.data.map(idIn))
      const withTraits = (row: (typeof page.data)[number]) => ({
        ...row,
        traits: known.get(idIn(row)) ?? {},
      })
      return { ...page, data: page.data.map(withTraits) }
    },
  })
  host.route({
    method: 'GET',
    path: `${path}/:type/:id`,
    summary: 'Show the traits of a group and how active it was in the range',
    tag,
    access,
    params: Type.Object({ type: Type.String(), id: Type.String() }),
    query: Type.Object(ranged),
    response: Type.Object({ data: Group }),
    async handle(asked, { params, query }) {
      const ask = asked as WorkspaceAsk
      const { question } = await questionOf(ask, query)
      return { data: await groupProfile(ask, question, { type: typeOf(params.type), id: params.id }) }
    },
  })
}

const questionOf = (
  ask: WorkspaceAsk,
  { range = '90d', timezone }: { readonly range?: string; readonly timezone?: string },
) => ask.question({ source: 'events', range, timezone })
