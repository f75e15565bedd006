import Type from 'typebox'
import {
  invalid,
  named,
  raisedBy,
  Reply,
  ServiceError,
  sqlParameterTypes,
  type PluginHost,
  type JsonObject,
  type SqlAsk,
  type SqlResult,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { file, fileName, json } from './formats.js'
import { withoutFormulas } from './safe-csv.js'
import { sqlMinRole, sqlRateLimit } from './settings.js'

const scalar = [Type.String(), Type.Number(), Type.Boolean()] as const

const SqlParameters = named(
  'SqlParameters',
  Type.Object(
    {},
    {
      additionalProperties: Type.Union([...scalar, Type.Array(Type.Union([...scalar]))]),
      description:
        'a value for each {name:Type} of the statement; the types are ' +
        `${sqlParameterTypes.slice(0, 7).join(', ')} and Array(…) of these`,
    },
  ),
)

const Body = named(
  'SqlQuery',
  Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 65_536,
      description: 'one SELECT over the tables of GET /data/sources, in the SQL dialect of the storage',
    }),
    parameters: Type.Optional(SqlParameters),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: file.most,
        description: `maximum number of rows: default ${json.usual}, at most ${json.most}; for a file default and at most ${file.most}`,
      }),
    ),
    format: Type.Optional(Type.String()),
    escape_formulas: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'for csv: put an apostrophe before cells that a spreadsheet would run as a formula (those that begin ' +
          'with =, +, -, @, a tab or a carriage return and are not numbers)',
      }),
    ),
  }),
)

const Cell = Type.Unknown({
  description: 'string, number, boolean, null or JSON; times are ISO 8601 strings in UTC',
})

const Result = named(
  'SqlResult',
  Type.Object({
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        data_type: Type.String({ description: 'type as the storage names it' }),
      }),
    ),
    rows: Type.Array(Type.Array(Cell), { description: 'cells of each row, in the order of the columns' }),
    row_count: Type.Integer({ description: 'number of returned rows' }),
    execution_time_ms: Type.Integer(),
    truncated: Type.Optional(Type.Literal(true, { description: 'there are more rows than the limit' })),
  }),
)

export function registerQueryRoute(host: PluginHost): void {
  host.route({
    method: 'POST',
    path: '/api/v1/data/query',
    summary:
      'Run one SELECT over the workspace’s own tables; answers JSON, or a file: CSV, NDJSON, Parquet or a format of a plugin',
    tag: {
      name: 'Data',
      description: 'SQL over the workspace’s tables; the sources, their fields and values.',
    },
    access: raisedBy(sqlMinRole),
    rateLimit: { group: 'sql', tries: sqlRateLimit, seconds: 60, of: 'caller' },
    body: Body,
    response: Result,
    exports: true,
    saved: {
      key: 'sql',
      async check(ask, { query, parameters, limit, format = 'json' }) {
        if (format !== 'json') throw invalid('/format', 'a saved statement must have the format json')
        await placed(able(ask.sql).check(query, sizeOf(limit, json), parameters as JsonObject | undefined))
      },
    },
    async handle(ask, { body }) {
      const { query, limit, format = 'json', escape_formulas = false } = body
      const parameters = body.parameters as JsonObject | undefined
      // The access above ensures that there is a workspace.
      const { sql, now } = ask as WorkspaceAsk
      if (escape_formulas && format !== 'csv')
        throw invalid('/escape_formulas', 'escape_formulas requires the format csv')
      if (format === 'json')
        return bodyOf(await placed(able(sql).query(query, sizeOf(limit, json), parameters)))
      const chunks = await placed(able(sql).export(query, format, sizeOf(limit, file), parameters))
      const { mediaType, extension } = able(sql).format(format)
      const headers = {
        'Content-Type': mediaType,
        'Content-Disposition': `attachment; filename="${fileName(extension, now)}"`,
      }
      return new Reply(200, escape_formulas ? withoutFormulas(chunks) : chunks, headers)
    },
  })
}

function sizeOf(limit: number | undefined, { usual, most, bytes }: typeof json | typeof file) {
  if (limit !== undefined && limit > most)
    throw invalid('/limit', `limit must be at most ${most}; a file (format) may have ${file.most} rows`)
  return { rows: limit ?? usual, bytes }
}

/** Returns the SQL of the storage. Throws VALIDATION_ERROR if it has none. */
function able(sql: SqlAsk | undefined): SqlAsk {
  if (sql === undefined) throw invalid('/query', 'this storage has no SQL')
  return sql
}

/** Turns the parameter names in a storage's errors into JSON pointers to fields of the body. */
const placed = <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.details.length === 0) throw error
    const details = error.details.map(({ path, message }) => ({ path: `/${path}`, message }))
    throw new ServiceError(error.code, error.message, { details, cause: error })
  })

const bodyOf = ({ columns, rows, truncated, elapsedMs }: SqlResult) => ({
  columns,
  rows,
  row_count: rows.length,
  execution_time_ms: elapsedMs,
  ...(truncated ? { truncated } : {}),
})
