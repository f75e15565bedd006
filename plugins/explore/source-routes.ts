import Type from 'typebox'
import {
  inWorkspace,
  propertyTypes,
  Reply,
  type CatalogueName,
  type PluginHost,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import { namesOf, type SourceNames } from './properties.js'
import { dataSources, sourceOf } from './sources.js'
import { valuesOf } from './values.js'

const path = '/api/v1/data/sources'
const shared = { method: 'GET', tag: 'Data', access: inWorkspace('viewer') } as const
const Source = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'events, logs, users …: an id of the list',
})

const Field = Type.Object({
  name: Type.String({ description: 'as filters and breakdowns name it' }),
  data_type: Type.String({
    description: 'text, number, time, json, boolean or array; of a property the most frequent',
  }),
  description: Type.String(),
  types: Type.Optional(
    Type.Array(Type.Enum([...propertyTypes]), {
      description: 'of a property: all that occur, most frequent first',
    }),
  ),
  share: Type.Optional(
    Type.Number({ description: 'of a property: the share of the rows that have it, 0 to 1' }),
  ),
  first_seen: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'of a property: the earliest time of a row that has it; null: not known',
    }),
  ),
  last_seen: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  examples: Type.Optional(
    Type.Array(Type.String(), { description: 'of a property: up to three short values' }),
  ),
})

export function registerSourceRoutes(host: PluginHost): void {
  host.route({
    ...shared,
    path,
    summary: 'What data there is: each source, and its table in SQL',
    response: Type.Object({
      data: Type.Object({
        sources: Type.Array(
          Type.Object({
            id: Type.String(),
            name: Type.String(),
            description: Type.String(),
            table: Type.String(),
          }),
        ),
      }),
    }),
    handle: () =>
      Promise.resolve({
        data: {
          sources: dataSources.map(({ id, name, description, table }) => ({ id, name, description, table })),
        },
      }),
  })
  host.route({
    ...shared,
    path: `${path}/:source/fields`,
    summary: 'The columns of a source, and the properties that occur in its rows',
    params: Type.Object({ source: Source }),
    query: Type.Object({
      search: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'only columns and properties whose name contains this, in whatever case',
        }),
      ),
      type: Type.Optional(
        Type.Enum([...propertyTypes], { description: 'only properties that occur with this type' }),
      ),
      limit: Type.Optional(
        Type.Integer({ default: 1_000, minimum: 1, maximum: 10_000, description: 'properties at most' }),
      ),
    }),
    response: Type.Object({
      data: Type.Object({
        source: Type.String(),
        fields: Type.Array(Field),
        sample: Type.Optional(Type.Integer({ description: 'the rows that the shares of properties are of' })),
        truncated: Type.Optional(Type.Literal(true, { description: 'more properties occur' })),
        full: Type.Optional(
          Type.Literal(true, {
            description: 'the workspace has as many names as PROPERTY_NAMES allows; new ones are not listed',
          }),
        ),
      }),
    }),
    async handle(ask, { params, query: { search = '', type, limit = 1_000 } }) {
      const data = sourceOf(params.source)
      const names = await namesOf(ask as WorkspaceAsk, data, { search, type, limit })
      const columns = data.columns.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      const properties = names === null ? [] : names.names.map((one) => propertyField(one, names))
      const fields = [...columns, ...properties]
      return new Reply(
        200,
        { data: { source: data.id, fields, ...(names && looked(names)) } },
        // The catalogue is of all that was acknowledged, like an answer that is read from rows.
        { 'x-as-of': new Date(ask.now).toISOString() },
      )
    },
  })
  host.route({
    ...shared,
    path: `${path}/:source/values/:field`,
    summary: 'The values of a field, the most frequent first',
    params: Type.Object({
      source: Source,
      field: Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'a name of the fields, percent-encoded',
      }),
    }),
    query: Type.Object({
      search: Type.Optional(
        Type.String({ maxLength: 200, description: 'only values that contain this, in whatever case' }),
      ),
      limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1_000 })),
    }),
    response: Type.Object({
      data: Type.Object({
        source: Type.String(),
        field: Type.String(),
        values: Type.Array(Type.String()),
        since: Type.Union([Type.String(), Type.Null()], {
          description: 'values that occur only in rows before this time may be missing; null: all rows count',
        }),
        truncated: Type.Optional(
          Type.Literal(true, { description: 'further values may match: search for more of their letters' }),
        ),
      }),
    }),
    async handle(ask, { params: { source, field }, query: { search, limit = 100 } }) {
      const data = sourceOf(source)
      const { values, since, more } = await valuesOf(ask as WorkspaceAsk, data, { field, search, limit })
      const truncated = more && { truncated: true as const }
      return new Reply(
        200,
        { data: { source: data.id, field, values, since: iso(since), ...truncated } },
        { 'x-as-of': new Date(ask.now).toISOString() },
      )
    },
  })
}

function propertyField(
  { name, types, rows, firstSeen, lastSeen, examples }: CatalogueName,
  { prefix, rows: all }: SourceNames,
) {
  const share = Math.min(1, rows / all)
  return {
    ...{ name: prefix + name, data_type: types[0], description: `in ${percent(share)} of the rows` },
    ...{ types, share, first_seen: iso(firstSeen), last_seen: iso(lastSeen), examples },
  }
}

const iso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

const looked = ({ rows, more, full }: SourceNames) => ({
  sample: rows,
  ...(more && { truncated: true }),
  ...(full && { full: true }),
})

const percent = (share: number): string =>
  share > 0 && share < 0.01 ? 'less than 1 %' : `${Math.floor(share * 100)} %`
