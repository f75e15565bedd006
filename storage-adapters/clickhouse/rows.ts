import { createHash, randomBytes } from 'node:crypto'
import {
  contextColumns,
  type Batch,
  type Cell,
  type ColumnType,
  type Columns,
  type JsonObject,
  type JsonValue,
  type Row,
} from '../../core/contract/index.js'

/** 64 bits of the message id as the digits of an unsigned number; 0 stands for none. */
export const messageHash = (id: string | null): string =>
  id === null ? '0' : createHash('md5').update(id).digest().readBigUInt64BE(0).toString()

/** Rows of a batch as the tables take them. */
export const eventRow = (row: Batch['events'][number]): JsonObject => ({
  timestamp: row.timestamp,
  event_name: row.event_name,
  device_id: row.device_id,
  session_id: row.session_id ?? '',
  user_id: row.user_id ?? '',
  ...contextOf(row.context),
  properties: encodeKeys(row.properties),
  seq: row.seq,
  message: messageHash(row.message_id),
})

export const logRow = (row: Batch['logs'][number]): JsonObject => ({
  timestamp: row.timestamp,
  level: row.level,
  service: row.service ?? '',
  source: row.source ?? '',
  message: encodeKeys(row.message),
  session_id: row.session_id ?? '',
  seq: row.seq,
  message_hash: messageHash(row.message_id),
})

export const traitRow = (row: Batch['traits'][number]): JsonObject => ({
  timestamp: row.timestamp,
  device_id: row.device_id,
  traits: encodeKeys(row.traits),
  seq: row.seq,
  message: messageHash(row.message_id),
})

export const contextRow = (row: Batch['contexts'][number]): JsonObject => ({
  timestamp: row.timestamp,
  device_id: row.device_id,
  session_id: row.session_id ?? '',
  ...contextOf(row.context),
  properties: encodeKeys(row.properties),
  seq: row.seq,
  message: messageHash(row.message_id),
})

export const metricRow = ({ buckets, message_id, ...row }: Batch['metrics'][number]): JsonObject => ({
  ...row,
  unit: row.unit ?? '',
  service: row.service ?? '',
  source: row.source ?? '',
  labels: encodeKeys(row.labels),
  bucket_bounds: buckets.map(({ le }) => le),
  bucket_counts: buckets.map(({ count }) => count),
  message: messageHash(message_id),
})

export const linkRow = (row: Batch['links'][number]): JsonObject => ({
  device_id: row.device_id,
  link: { linked_at: row.timestamp, user_id: row.user_id },
})

const contextOf = (context: Batch['events'][number]['context']): JsonObject =>
  Object.fromEntries(contextColumns.map((name) => [name, context[name] ?? '']))

/** Dots are escaped by the engine; only a percent sign in a key needs the adapter (see encodeKey). */
function encodeKeys(value: JsonObject): JsonObject {
  return JSON.stringify(value).includes('%')
    ? (mapKeys(value, (key) => key.replaceAll('%', '%25')) as JsonObject)
    : value
}

function mapKeys(value: JsonValue, change: (key: string) => string): JsonValue {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one: JsonValue) => mapKeys(one, change))
  const entries = Object.entries(value as JsonObject).map(([key, one]) => [change(key), mapKeys(one, change)])
  return Object.fromEntries(entries) as JsonObject
}

const marker = `\uE000${randomBytes(9).toString('base64url')}`
const markedNumber = new RegExp(`"${marker}([^"]*)"`, 'g')

/**
 * Whole numbers of 19 and more digits would become UInt64, a subcolumn that no reader looks into: they are written
 * with an exponent, so that they become Float64, which they are.
 */
export function rowText(row: unknown): string {
  const text = JSON.stringify(row)
  if (!/[:[,]-?\d{19,}/.test(text)) return text
  const mark = (_key: string, value: unknown): unknown =>
    typeof value === 'number' && Number.isInteger(value) && Math.abs(value) >= 2 ** 63
      ? marker + value.toExponential()
      : value
  return JSON.stringify(row, mark).replace(markedNumber, '$1')
}

/** A row of JSONCompact by the types the plan declares. */
export function decodeRow(
  cells: readonly unknown[],
  columns: readonly (readonly [string, ColumnType])[],
): Row {
  const row: Record<string, Cell> = {}
  columns.forEach(([name, type], index) => {
    row[name] = decode(cells[index], type)
  })
  return row
}

export const columnList = (columns: Columns): readonly (readonly [string, ColumnType])[] =>
  Object.entries(columns)

function decode(cell: unknown, type: ColumnType): Cell {
  if (cell === null || cell === undefined) return null
  switch (type) {
    case 'text':
      return cell as string
    case 'int':
    case 'float':
    case 'time':
      return Number(cell)
    case 'bool':
      return Boolean(cell)
    case 'json':
      return JSON.stringify(cell).includes('%')
        ? mapKeys(cell as JsonValue, (key) => key.replaceAll('%25', '%'))
        : (cell as JsonValue)
    case 'key':
      throw new Error('a key column cannot be shown')
  }
}
