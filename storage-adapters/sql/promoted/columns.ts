import { createHash } from 'node:crypto'
import type { PropertyForm, SourceName } from '../../../contract/index.js'
import { sourceTables } from '../compile.js'
import { parsePropertyKey } from '../required-columns.js'

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

export interface StoredProperty {
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

/** Returns the stored keys of the properties among the columns that a scan of a source has to return. */
export function storedKeysIn(source: SourceName, needed: ReadonlySet<string>): readonly string[] {
  const table = jsonTableOf(source)
  if (table === null) return []
  return [...needed].map((name) => storedKey(table, name)).filter((key) => parseStoredKey(key) !== null)
}

/**
 * A property with a typed column of its own. A property is promoted in the form in which questions
 * read it: `plan` as `label` and `plan` as `text` are two columns. The column is filled by the same
 * expression that reads the property from the JSON column, so both give the same values, whatever the JSON
 * contains. Example on ClickHouse:
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

/** The expression that reads a property from the JSON column, without parameters, and the type of its column. */
export interface PromotedExpression {
  readonly sql: string
  readonly type: string
}

/** The columns of an engine, by the keys of their properties. Each returns null if the property cannot be promoted. */
export interface PromotedColumns {
  expressionOf(key: string): PromotedExpression | null
  /**
   * Returns the column's name, which contains a hash of the expression: a column created from another expression is
   * never read.
   */
  columnNameOf(key: string): string | null
  /** `askedOn`: see PromotedColumn. */
  promotedColumn(key: string, askedOn: number): PromotedColumn | null
  /**
   * Returns the promoted column of a table by its name and comment, or null if this version would not create it
   * the same way.
   */
  parseColumn(table: JsonTable, name: string, comment: string): PromotedColumn | null
}

/**
 * Returns the columns of an engine.
 * @param read returns the SQL that reads a property from its JSON column
 * @param types the column's type by form; a form without one is not promoted
 */
export function promotedColumns(
  read: (property: StoredProperty) => string,
  types: Readonly<Partial<Record<PropertyForm, string>>>,
): PromotedColumns {
  function expressionOf(key: string): PromotedExpression | null {
    const property = parseStoredKey(key)
    const type = property === null ? undefined : types[property.as]
    return property === null || type === undefined ? null : { sql: read(property), type }
  }
  function columnNameOf(key: string): string | null {
    const expression = expressionOf(key)
    const property = parseStoredKey(key)
    if (expression === null || property === null) return null
    const hash = createHash('sha256').update(`${property.propertyKey}\n${expression.sql}`)
    return `${prefix}${hash.digest('hex').slice(0, 24)}`
  }
  function promotedColumn(key: string, askedOn: number): PromotedColumn | null {
    const table = parseStoredKey(key)?.table
    const name = columnNameOf(key)
    return table === undefined || name === null ? null : { key, table, name, askedOn }
  }
  function parseColumn(table: JsonTable, name: string, comment: string): PromotedColumn | null {
    const { key, askedOn } = parsedObject(comment) ?? {}
    if (typeof key !== 'string' || typeof askedOn !== 'number') return null
    const column = promotedColumn(storedKey(table, key), askedOn)
    return column?.name === name ? column : null
  }
  return { expressionOf, columnNameOf, promotedColumn, parseColumn }
}

const prefix = 'property_'

/** Whether a column is a promoted property, created by this version or another. */
export const isPromotedName = (name: string): boolean => /^property_[0-9a-f]{24}$/.test(name)

/**
 * Returns the column's comment, which stores its property key and last read: the tables are the catalogue.
 * @param more what an adapter stores beside them
 */
export const commentOf = (
  { key, askedOn }: Pick<PromotedColumn, 'key' | 'askedOn'>,
  more: Readonly<Record<string, boolean>> = {},
): string => JSON.stringify({ key: parseStoredKey(key)?.propertyKey, askedOn, ...more })

/** Returns the object that a comment contains, or null if it contains none. */
export function parsedObject(comment: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(comment)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null
  } catch {
    return null
  }
}
