import { contextColumns, type Batch, type ContextColumn, type JsonObject } from '../../../contract/index.js'
import { jsonText } from '../rows.js'

/** A kind of rows in a batch. */
export type Kind = keyof Batch

/** A column of an insert: the type it is read as, and its cell as JSON. */
export interface Column<R> {
  readonly name: string
  readonly type: string
  readonly text: (row: R, hash: string) => string
  /** A context column: an insert omits it if no row has a value for it, and it then takes its default. */
  readonly isContext?: true
}

/** The table of a kind of rows, and the columns that are sent; the engine computes the others. */
export interface InsertTable<R> {
  readonly table: string
  readonly columns: readonly Column<R>[]
  /** The column with the message id's hash, or null if rows have no message id. */
  readonly message: string | null
}

const time = `DateTime64(3, 'UTC')`
const low = 'LowCardinality(String)'
const double = 'Nullable(Float64)'

/** Returns a string as JSON; a missing one as '', as the tables store it. */
const textOf = (value: string | null | undefined): string =>
  value === null || value === undefined || value === '' ? '""' : quoted(value)

/** Matches strings without characters to escape, as most ids and names are. */
const isPlain = /^[ !#-[\]-~]{1,200}$/

const quoted = (text: string): string => (isPlain.test(text) ? `"${text}"` : JSON.stringify(text))

const integer = <N extends string>(name: N, type: string): Column<Readonly<Record<N, number>>> => ({
  name,
  type,
  text: (row) => String(row[name]),
})
const number = <N extends string>(name: N): Column<Readonly<Record<N, number | null>>> => ({
  name,
  type: double,
  text: (row) => JSON.stringify(row[name]),
})
const text = <N extends string>(
  name: N,
  type = 'String',
): Column<Readonly<Record<N, string | null | undefined>>> => ({
  name,
  type,
  text: (row) => textOf(row[name]),
})
const json = <N extends string>(name: N): Column<Readonly<Record<N, JsonObject>>> => ({
  name,
  type: 'JSON',
  text: (row) => jsonText(row[name]),
})
const message = (name: string): Column<unknown> => ({ name, type: 'UInt64', text: (_, hash) => hash })
const numbers = <R>(name: string, type: string, list: (row: R) => readonly (number | null)[]): Column<R> => ({
  name,
  type: `Array(${type})`,
  text: (row) => JSON.stringify(list(row)),
})

const timestamp = integer('timestamp', time)
const seq = integer('seq', 'Int64')

interface WithContext {
  readonly context: Readonly<Partial<Record<ContextColumn, string>>>
}
const context = contextColumns.map((name): Column<WithContext> => ({
  name,
  type: low,
  text: (row) => textOf(row.context[name]),
  isContext: true,
}))

/** The table and columns of each kind of rows. */
export const insertTables: { readonly [K in Kind]: InsertTable<Batch[K][number]> } = {
  links: {
    table: 'device_links',
    message: null,
    columns: [
      text('device_id'),
      {
        name: 'link',
        type: `Tuple(linked_at ${time}, user_id String)`,
        text: (row) => `{"linked_at":${row.timestamp},"user_id":${textOf(row.user_id)}}`,
      },
    ],
  },
  traits: {
    table: 'traits_v1',
    message: 'message',
    columns: [timestamp, text('device_id'), json('traits'), seq, message('message')],
  },
  contexts: {
    table: 'context_v1',
    message: 'message',
    columns: [
      timestamp,
      text('device_id'),
      text('session_id'),
      ...context,
      json('properties'),
      seq,
      message('message'),
    ],
  },
  events: {
    table: 'events_v1',
    message: 'message',
    columns: [
      timestamp,
      text('event_name', low),
      text('device_id'),
      text('session_id'),
      text('user_id'),
      ...context,
      json('properties'),
      seq,
      message('message'),
    ],
  },
  logs: {
    table: 'logs_v1',
    message: 'message_hash',
    columns: [
      timestamp,
      text('level', low),
      text('service', low),
      text('source', low),
      json('message'),
      text('session_id'),
      seq,
      message('message_hash'),
    ],
  },
  metrics: {
    table: 'metrics_v1',
    message: 'message',
    columns: [
      timestamp,
      text('name', low),
      text('type', low),
      text('temporality', low),
      text('unit', low),
      text('service', low),
      text('source', low),
      json('labels'),
      text('label_names', low),
      text('series'),
      number('value'),
      number('count'),
      number('sum'),
      number('min'),
      number('max'),
      numbers('bucket_bounds', double, (row) => row.buckets.map(({ le }) => le)),
      numbers('bucket_counts', 'Float64', (row) => row.buckets.map(({ count }) => count)),
      seq,
      message('message'),
    ],
  },
}

/**
 * Returns the columns that an insert of these rows must name. Most context columns are empty, and each named
 * one costs the engine time.
 */
export function filledColumns(
  { columns }: InsertTable<unknown>,
  rows: readonly { readonly row: unknown }[],
): readonly Column<unknown>[] {
  if (!columns.some(({ isContext }) => isContext)) return columns
  const filled = new Set<string>()
  // By the members of each row, which has few, not by the columns.
  for (const { row } of rows as readonly { readonly row: WithContext }[])
    for (const name in row.context) if (row.context[name as ContextColumn] !== undefined) filled.add(name)
  return columns.filter(({ name, isContext }) => isContext !== true || filled.has(name))
}

/** Returns a row as a line of JSONCompactEachRow, in the order of `columns`. */
export function rowText<R>(columns: readonly Column<R>[], row: R, hash: string): string {
  let line = ''
  let before = '['
  for (const { text } of columns) {
    line += before + text(row, hash)
    before = ','
  }
  return `${line}]\n`
}
