import { createHash } from 'node:crypto'
import type { PropertyForm, SourceName } from '../../../contract/index.js'
import { sourceTables } from '../../sql/compile.js'
import type { Column } from '../../sql/select.js'
import { parsePropertyKey } from '../../sql/required-columns.js'
import { readProperty } from '../query/json.js'

/** The JSON column of each table whose properties may be promoted. */
export const jsonColumns = {
  events_v1: 'properties',
  logs_v1: 'message',
  traits_v1: 'traits',
  context_v1: 'properties',
  metrics_v1: 'labels',
} as const

export type JsonTable = keyof typeof jsonColumns

export const promotedTableNames = Object.keys(jsonColumns) as readonly JsonTable[]

const isJsonTable = (name: string): name is JsonTable => Object.hasOwn(jsonColumns, name)

/** Returns the table of a source's JSON column, or null if the source has none. */
export function jsonTableOf(source: SourceName): JsonTable | null {
  const table = sourceTables[source]
  return isJsonTable(table) ? table : null
}

/**
 * The key of a property in a table, such as `logs_v1 message label status`. Properties of events and of
 * contexts have the same property keys, so these alone would confuse them.
 */
export const storedKey = (table: JsonTable, propertyKey: string): string => `${table} ${propertyKey}`

interface StoredProperty {
  readonly table: JsonTable
  readonly propertyKey: string
  readonly name: string
  readonly as: PropertyForm
}

/** Returns the property of a stored key, or null if no column of that table contains it. */
export function parseStoredKey(key: string): StoredProperty | null {
  const end = key.indexOf(' ')
  const [table, propertyKey] = [key.slice(0, Math.max(0, end)), key.slice(end + 1)]
  const property = parsePropertyKey(propertyKey)
  if (property === null || !isJsonTable(table) || property.column !== jsonColumns[table]) return null
  return { table, propertyKey, name: property.name, as: property.as }
}

/**
 * A property with a typed column of its own. A property is promoted in the form in which questions
 * read it: `plan` as `label` and `plan` as `text` are two columns. The column is MATERIALIZED by the same
 * expression that reads the property from the JSON column, so both give the same values, whatever the JSON
 * contains. Example:
 *
 *   count by plan, before: SELECT coalesce(t0.properties.`plan`.:String, toString(t0.properties.`plan`.:Int64), …), count() …
 *   count by plan, after:  SELECT t0.`property_3f0c…`, count() …
 */
export interface PromotedColumn {
  /** See storedKey. */
  readonly key: string
  readonly table: JsonTable
  readonly name: string
  /** The day of the last read as stored in the tables, in days since 1970. */
  readonly askedOn: number
}

/** Names of the columns that questions may read, by stored key. */
export type PromotedNames = ReadonlyMap<string, string>

export const nothingPromoted: PromotedNames = new Map()

/**
 * Column types by form. `exists` is never promoted: it is rarely grouped by, and its expression costs inserts
 * the most.
 */
const types: Readonly<Partial<Record<PropertyForm, string>>> = {
  text: 'Nullable(String)',
  label: 'Nullable(String)',
  number: 'Nullable(Float64)',
  boolean: 'Nullable(Bool)',
}

/**
 * Returns the expression that reads a property from the JSON column and its type, or null if it cannot be
 * promoted.
 */
export function expressionOf(key: string): { readonly sql: string; readonly type: string } | null {
  const property = parseStoredKey(key)
  const type = property === null ? undefined : types[property.as]
  if (property === null || type === undefined) return null
  return { sql: readProperty(jsonColumns[property.table], property.name, property.as).sql, type }
}

/** Returns the column of a key, or null if the property cannot be promoted. `askedOn`: see PromotedColumn. */
export function promotedColumn(key: string, askedOn: number): PromotedColumn | null {
  const table = parseStoredKey(key)?.table
  const name = columnNameOf(key)
  return table === undefined || name === null ? null : { key, table, name, askedOn }
}

/**
 * Returns the column's name, or null if the property cannot be promoted. The name contains a hash of the
 * expression, so a column created from another expression is never read.
 */
export function columnNameOf(key: string): string | null {
  const expression = expressionOf(key)
  const property = parseStoredKey(key)
  if (expression === null || property === null) return null
  const hash = createHash('sha256').update(`${property.propertyKey}\n${expression.sql}`)
  return `${prefix}${hash.digest('hex').slice(0, 24)}`
}

const prefix = 'property_'

/** Whether a column is a promoted property, created by this version or another. */
export const isPromotedName = (name: string): boolean => /^property_[0-9a-f]{24}$/.test(name)

/**
 * Returns a promoted property as a column of a scan, with the type that plans expect of the property. Returns
 * null for an invalid key.
 */
export function columnFor(propertyKey: string, sql: string): Column | null {
  const property = parsePropertyKey(propertyKey)
  if (property === null) return null
  const { type, nullable } = readProperty(property.column, property.name, property.as)
  return { sql, type, nullable }
}

/** Returns the column's comment, which stores its property key and last read: the tables are the catalogue. */
export const commentOf = ({ key, askedOn }: Pick<PromotedColumn, 'key' | 'askedOn'>): string =>
  JSON.stringify({ key: parseStoredKey(key)?.propertyKey, askedOn })

/**
 * Returns the promoted column of a table by its name and comment, or null if this version would not create it
 * the same way.
 */
export function parseColumn(table: JsonTable, name: string, comment: string): PromotedColumn | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(comment)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  const { key, askedOn } = parsed as { key?: unknown; askedOn?: unknown }
  if (typeof key !== 'string' || typeof askedOn !== 'number') return null
  const column = promotedColumn(storedKey(table, key), askedOn)
  return column?.name === name ? column : null
}
