import Type from 'typebox'
import {
  inWorkspace,
  named,
  propertyTypes,
  Reply,
  type CatalogueName,
  type PluginHost,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { calculatedFields } from './calculated-fields.js'
import { namesOf, type SourceNames } from './properties.js'
import { dataSources, sourceOf } from './sources.js'
import { valuesOf } from './values.js'

const path = '/api/v1/data/sources'
const shared = { method: 'GET', tag: 'Data', access: inWorkspace('viewer') } as const
const Source = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'id from the list of sources, such as events, logs or users',
})

const Field = named(
  'SourceField',
  Type.Object({
    name: Type.String({ description: 'name in filters and breakdowns' }),
    data_type: Type.String({
      description: 'text, number, time, json, boolean or array; for a property, its most frequent type',
    }),
    description: Type.String(),
    types: Type.Optional(
      Type.Array(Type.Enum([...propertyTypes]), {
        description: 'for a property: all types that occur, most frequent first',
      }),
    ),
    share: Type.Optional(
      Type.Number({ description: 'for a property: the share of rows that have it, 0 to 1' }),
    ),
    first_seen: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'for a property: the earliest time of a row that has it; null if unknown',
      }),
    ),
    last_seen: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    examples: Type.Optional(
      Type.Array(Type.String(), { description: 'for a property: up to three short values' }),
    ),
  }),
)

export function registerSourceRoutes(host: PluginHost): void {
  host.route({
    ...shared,
    path,
    summary: 'List the sources of data, each with its table in SQL',
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
    summary: 'List the columns of a source, and the properties that occur in its rows',
    params: Type.Object({ source: Source }),
    query: Type.Object({
      search: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'only columns and properties whose name contains this, in any case',
        }),
      ),
      type: Type.Optional(
        Type.Enum([...propertyTypes], { description: 'only properties with values of this type' }),
      ),
      limit: Type.Optional(
        Type.Integer({
          default: 1_000,
          minimum: 1,
          maximum: 10_000,
          description: 'maximum number of properties',
        }),
      ),
    }),
    response: Type.Object({
      data: Type.Object({
        source: Type.String(),
        fields: Type.Array(Field),
        sample: Type.Optional(
          Type.Integer({ description: 'number of rows from which the shares of properties are computed' }),
        ),
        truncated: Type.Optional(
          Type.Literal(true, { description: 'there are more properties than the limit' }),
        ),
        full: Type.Optional(
          Type.Literal(true, {
            description: 'the workspace has reached PROPERTY_NAMES; new names are not listed',
          }),
        ),
      }),
    }),
    async handle(ask, { params, query: { search = '', type, limit = 1_000 } }) {
      const data = sourceOf(params.source)
      const names = await namesOf(ask as WorkspaceAsk, data, { search, type, limit })
      const columns = data.columns.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      const properties = names === null ? [] : names.names.map((one) => propertyField(one, names))
      const calculated = await calculatedFields(ask as WorkspaceAsk, data, { search, type })
      const fields = [...columns, ...calculated, ...properties]
      return new Reply(
        200,
        { data: { source: data.id, fields, ...(names && looked(names)) } },
        // Like an answer from rows, the catalogue includes all data that was acknowledged.
        { 'x-as-of': new Date(ask.now).toISOString() },
      )
    },
  })
  host.route({
    ...shared,
    path: `${path}/:source/values/:field`,
    summary: 'List the values of a field, most frequent first',
    params: Type.Object({
      source: Source,
      field: Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'name of a field of the source, percent-encoded',
      }),
    }),
    query: Type.Object({
      search: Type.Optional(
        Type.String({ maxLength: 200, description: 'only values that contain this, in any case' }),
      ),
      limit: Type.Optional(Type.Integer({ default: 100, minimum: 1, maximum: 1_000 })),
    }),
    response: Type.Object({
      data: Type.Object({
        source: Type.String(),
        field: Type.String(),
        values: Type.Array(Type.String()),
        since: Type.Union([Type.String(), Type.Null()], {
          description:
            'values that occur only in rows before this time may be missing; null if all rows count',
        }),
        truncated: Type.Optional(
          Type.Literal(true, { description: 'more values may match; make the search longer' }),
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
    ...{
      name: prefix + name,
      data_type: types[0] ?? 'text',
      description: `in ${percent(share)} of the rows`,
    },
    ...{ types, share, first_seen: iso(firstSeen), last_seen: iso(lastSeen), examples },
  }
}

const iso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

const looked = ({ rows, more, full }: SourceNames) => ({
  sample: rows,
  ...(more && { truncated: true as const }),
  ...(full && { full: true as const }),
})

const percent = (share: number): string =>
  share > 0 && share < 0.01 ? 'less than 1 %' : `${Math.floor(share * 100)} %`
