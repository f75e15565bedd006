import Type from 'typebox'
import { inWorkspace, propertyTypes, type PluginHost, type WorkspaceAsk } from '../../core/contract/index.js'
import { seenProperties, type SeenProperty } from './properties.js'
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
    summary: 'The columns of a source, and the properties that occur in its newest rows',
    params: Type.Object({ source: Source }),
    response: Type.Object({
      data: Type.Object({
        source: Type.String(),
        fields: Type.Array(Field),
        sample: Type.Optional(
          Type.Integer({ description: 'how many of the newest rows were looked at for properties' }),
        ),
        truncated: Type.Optional(Type.Literal(true, { description: 'more properties occur' })),
      }),
    }),
    async handle(ask, { params }) {
      const data = sourceOf(params.source)
      const seen = await seenProperties(ask as WorkspaceAsk, data)
      const fields = [...data.columns, ...(seen?.properties ?? []).map(propertyField)]
      const looked = seen === null ? {} : { sample: seen.sample, ...(seen.more ? { truncated: true } : {}) }
      return { data: { source: data.id, fields, ...looked } }
    },
  })
  host.route({
    ...shared,
    path: `${path}/:source/values/:field`,
    summary: 'The values of a field in the newest rows, the most frequent first',
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
          description: 'only rows from this time on were looked at; null: all',
        }),
      }),
    }),
    async handle(ask, { params: { source, field }, query: { search, limit = 100 } }) {
      const data = sourceOf(source)
      const { values, since } = await valuesOf(ask as WorkspaceAsk, data, { field, search, limit })
      const from = since === null ? null : new Date(since).toISOString()
      return { data: { source: data.id, field, values, since: from } }
    },
  })
}

const propertyField = ({ name, types, share }: SeenProperty) => ({
  name,
  data_type: types[0],
  description: `in ${percent(share)} of the rows`,
  types,
  share,
})

const percent = (share: number): string =>
  share > 0 && share < 0.01 ? 'less than 1 %' : `${Math.floor(share * 100)} %`
