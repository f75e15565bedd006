import { createHash } from 'node:crypto'
import type { PropertyForm } from '../../../core/contract/index.js'
import type { Column } from '../../sql/select.js'
import { parsePropertyKey } from '../../sql/required-columns.js'
import { readProperty } from '../query/json.js'

/**
 * An event property with a typed column of its own. A property is promoted in the form in which questions
 * read it: `plan` as `label` and `plan` as `text` are two columns. The column is MATERIALIZED by the same
 * expression that reads the property from the JSON column, so both give the same values, whatever the JSON
 * contains. Example:
 *
 *   count by plan, before: SELECT coalesce(t0.properties.`plan`.:String, toString(t0.properties.`plan`.:Int64), …), count() …
 *   count by plan, after:  SELECT t0.`property_3f0c…`, count() …
 */
export interface PromotedColumn {
  /** The property key (see propertyKey) within the events' column `properties`. */
  readonly key: string
  readonly name: string
  /** The day of the last read as stored in the tables, in days since 1970. */
  readonly askedOn: number
}

/** Names of the columns that questions may read, by property key. */
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
  const property = parsePropertyKey(key)
  const type = property === null ? undefined : types[property.as]
  if (property?.column !== 'properties' || type === undefined) return null
  return { sql: readProperty('properties', property.name, property.as).sql, type }
}

/**
 * Returns the column's name, or null if the property cannot be promoted. The name contains a hash of the
 * expression, so a column created from another expression is never read.
 */
export function columnNameOf(key: string): string | null {
  const expression = expressionOf(key)
  if (expression === null) return null
  return `${prefix}${createHash('sha256').update(`${key}\n${expression.sql}`).digest('hex').slice(0, 24)}`
}

const prefix = 'property_'

/** Whether a column of the events table is a promoted property, created by this version or another. */
export const isPromotedName = (name: string): boolean => /^property_[0-9a-f]{24}$/.test(name)

/**
 * Returns a promoted property as a column of a scan, with the type that plans expect of the property. Returns
 * null for an invalid key.
 */
export function columnFor(key: string, sql: string): Column | null {
  const property = parsePropertyKey(key)
  if (property === null) return null
  const { type, nullable } = readProperty('properties', property.name, property.as)
  return { sql, type, nullable }
}

/** Returns the column's comment, which stores its key and last read: the tables are the catalogue. */
export const commentOf = (key: string, askedOn: number): string => JSON.stringify({ key, askedOn })

/**
 * Returns the promoted column of a name and comment, or null if this version would not create it the same
 * way.
 */
export function parseColumn(name: string, comment: string): PromotedColumn | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(comment)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  const { key, askedOn } = parsed as { key?: unknown; askedOn?: unknown }
  if (typeof key !== 'string' || typeof askedOn !== 'number' || columnNameOf(key) !== name) return null
  return { key, name, askedOn }
}
