import { contextColumns, type Batch, type ContextColumn, type JsonObject } from '../../../contract/index.js'
import {
  doubleCells,
  hashCells,
  integerCells,
  listCells,
  nullableDoubleCells,
  pairCells,
  textCells,
  type OpenCells,
} from './cell-writers.js'
import { jsonPathCells, jsonTextCells } from './json-cells.js'

/** A kind of rows in a batch. */
export type Kind = keyof Batch

/** A column of an insert: the type it is read as, and how its cells are written. */
export interface Column<R> {
  readonly name: string
  readonly type: string
  /** The type of the cells that are sent, if it is another one. */
  readonly sentAs?: string
  readonly open: OpenCells<R>
  /** Opens the cells in a form that holds all values, used if those of `open` end with null. */
  readonly otherwise?: OpenCells<R>
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

const integer = <N extends string>(name: N, type: string): Column<Readonly<Record<N, number>>> => ({
  name,
  type,
  open: integerCells((row) => row[name]),
})
const number = <N extends string>(name: N): Column<Readonly<Record<N, number | null>>> => ({
  name,
  type: double,
  open: nullableDoubleCells((row) => row[name]),
})
/** A missing string is stored as ''. The engine makes the dictionaries of low cardinality. */
const text = <N extends string>(
  name: N,
  type = 'String',
): Column<Readonly<Record<N, string | null | undefined>>> => ({
  name,
  type,
  sentAs: 'String',
  open: textCells((row) => row[name] ?? ''),
})
const json = <N extends string>(name: N): Column<Readonly<Record<N, JsonObject>>> => ({
  name,
  type: 'JSON',
  open: jsonPathCells((row) => row[name]),
  otherwise: jsonTextCells((row) => row[name]),
})
const message = (name: string): Column<unknown> => ({ name, type: 'UInt64', open: hashCells })

const timestamp = integer('timestamp', time)
const seq = integer('seq', 'Int64')

interface WithContext {
  readonly context: Readonly<Partial<Record<ContextColumn, string>>>
}
const context = contextColumns.map((name): Column<WithContext> => ({
  name,
  type: low,
  sentAs: 'String',
  open: textCells((row) => row.context[name] ?? ''),
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
        open: pairCells(
          integerCells((row) => row.timestamp),
          textCells((row) => row.user_id),
        ),
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
      {
        name: 'bucket_bounds',
        type: `Array(${double})`,
        open: listCells(
          ({ buckets }) => buckets,
          nullableDoubleCells(({ le }) => le),
        ),
      },
      {
        name: 'bucket_counts',
        type: 'Array(Float64)',
        open: listCells(
          ({ buckets }) => buckets,
          doubleCells(({ count }) => count),
        ),
      },
      seq,
      message('message'),
    ],
  },
}
