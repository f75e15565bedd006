import { contextColumns, type Batch, type ContextColumn, type JsonObject } from '../../../contract/index.js'
import { dayMs } from '../../sql/edges.js'
import { hashInto } from '../../sql/text-hash.js'
import type { CopyBytes } from './copy-bytes.js'

/** A kind of rows that is copied into a table. */
export type Kind = Exclude<keyof Batch, 'links'>

/** A column of a table, and how its cell is written. */
export interface Column<R> {
  readonly name: string
  /** `low` and `high` are the words of the message's hash. */
  readonly write: (out: CopyBytes, row: R, low: number, high: number) => void
  /** A context column: COPY omits it if no row has a value for it, and it is then null. */
  readonly isContext?: true
}

/** The table of a kind of rows. */
export interface CopyTable<R> {
  readonly table: string
  readonly columns: readonly Column<R>[]
  /** The column with the message id's hash. */
  readonly message: string
}

const integer = <N extends string>(name: N): Column<Readonly<Record<N, number>>> => ({
  name,
  write: (out, row) => {
    out.integer(row[name])
  },
})
const double = <N extends string>(name: N): Column<Readonly<Record<N, number | null>>> => ({
  name,
  write: (out, row) => {
    out.double(row[name])
  },
})
const text = <N extends string>(name: N): Column<Readonly<Record<N, string | null>>> => ({
  name,
  write: (out, row) => {
    out.text(row[name])
  },
})
const json = <N extends string>(name: N): Column<Readonly<Record<N, JsonObject>>> => ({
  name,
  write: (out, row) => {
    out.json(JSON.stringify(row[name]))
  },
})

const pair = new Uint32Array(2)

/** The same as the SQL function device_key. */
function writeKey(out: CopyBytes, id: string): void {
  hashInto(id, pair, 0)
  out.words(pair[0] ?? 0, pair[1] ?? 0)
}

const timed: readonly Column<{ readonly timestamp: number; readonly seq: number }>[] = [
  {
    name: 'ms',
    write: (out, { timestamp }) => {
      out.integer(timestamp)
    },
  },
  {
    name: 'day',
    write: (out, { timestamp }) => {
      out.day(Math.floor(timestamp / dayMs))
    },
  },
  integer('seq'),
]
const device: readonly Column<{ readonly device_id: string }>[] = [
  text('device_id'),
  {
    name: 'device',
    write: (out, { device_id }) => {
      writeKey(out, device_id)
    },
  },
]
const session: readonly Column<{ readonly session_id: string | null }>[] = [
  text('session_id'),
  {
    name: 'session',
    write: (out, { session_id }) => {
      if (session_id === null) out.nothing()
      else writeKey(out, session_id)
    },
  },
]

interface WithContext {
  readonly context: Readonly<Partial<Record<ContextColumn, string>>>
}
const context = contextColumns.map((name): Column<WithContext> => ({
  name,
  write: (out, row) => {
    out.text(row.context[name] || null)
  },
  isContext: true,
}))

const message = (name: string): Column<{ readonly message_id: string | null }> => ({
  name,
  write: (out, { message_id }, low, high) => {
    if (message_id === null) out.nothing()
    else out.words(low, high)
  },
})

/** The table and columns of each kind of rows; the engine computes the others. */
export const copyTables: { readonly [K in Kind]: CopyTable<Batch[K][number]> } = {
  events: {
    table: 'events_v1',
    message: 'message',
    columns: [
      ...timed,
      text('event_name'),
      ...device,
      ...session,
      text('user_id'),
      ...context,
      json('properties'),
      message('message'),
    ],
  },
  logs: {
    table: 'logs_v1',
    message: 'message_hash',
    columns: [
      ...timed,
      text('level'),
      text('service'),
      text('source'),
      ...session,
      json('message'),
      message('message_hash'),
    ],
  },
  traits: {
    table: 'traits_v1',
    message: 'message',
    columns: [...timed, ...device, json('traits'), message('message')],
  },
  contexts: {
    table: 'context_v1',
    message: 'message',
    columns: [...timed, ...device, ...session, ...context, json('properties'), message('message')],
  },
  metrics: {
    table: 'metrics_v1',
    message: 'message',
    columns: [
      ...timed,
      text('name'),
      text('type'),
      text('temporality'),
      text('unit'),
      text('service'),
      text('source'),
      text('label_names'),
      text('series'),
      json('labels'),
      double('value'),
      double('count'),
      double('sum'),
      double('min'),
      double('max'),
      {
        name: 'bucket_bounds',
        write: (out, { buckets }) => {
          out.doubles(buckets.map(({ le }) => le))
        },
      },
      {
        name: 'bucket_counts',
        write: (out, { buckets }) => {
          out.doubles(buckets.map(({ count }) => count))
        },
      },
      message('message'),
    ],
  },
}
