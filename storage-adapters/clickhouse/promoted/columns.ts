import { createHash } from 'node:crypto'
import type { PropertyForm } from '../../../core/contract/index.js'
import type { Column } from '../../sql/select.js'
import { parsePropertyKey } from '../../sql/required-columns.js'
import { readProperty } from '../query/json.js'

/**
 * A property of the events that has a typed column of its own. A property is promoted in the form in which it is asked for: `plan`
 * as `label` and `plan` as `text` are two columns. The column is MATERIALIZED by the very expression that reads the
 * property from the JSON column, so both give the same values, whatever JSON holds. Example:
 *
 *   count by plan, before: SELECT coalesce(t0.properties.`plan`.:String, toString(t0.properties.`plan`.:Int64), …), count() …
 *   count by plan, after:  SELECT t0.`property_3f0c…`, count() …
 */
export interface PromotedColumn {
  /** See propertyKey; of the events' column `properties`. */
  readonly key: string
  /** The name of the column. */
  readonly name: string
  /** The day since 1970 on which the property was last asked for, as far as the tables know. */
  readonly askedOn: number
}

/** The columns that may be read, by property key. */
export type PromotedNames = ReadonlyMap<string, string>

export const nothingPromoted: PromotedNames = new Map()

/** `exists` stays out: it is rarely grouped by, and its expression is the dearest to compute for each insert. */
const types: Readonly<Partial<Record<PropertyForm, string>>> = {
  text: 'Nullable(String)',
  label: 'Nullable(String)',
  number: 'Nullable(Float64)',
  boolean: 'Nullable(Bool)',
}

/** Returns how a property is read from the JSON column, or null if it cannot be promoted. */
export function expressionOf(key: string): { readonly sql: string; readonly type: string } | null {
  const property = parsePropertyKey(key)
  const type = property === null ? undefined : types[property.as]
  if (property?.column !== 'properties' || type === undefined) return null
  return { sql: readProperty('properties', property.name, property.as).sql, type }
}

/** The name holds a hash of the expression: a column made by another expression is never read. */
export function columnNameOf(key: string): string | null {
  const expression = expressionOf(key)
  if (expression === null) return null
  return `${prefix}${createHash('sha256').update(`${key}\n${expression.sql}`).digest('hex').slice(0, 24)}`
}

const prefix = 'property_'

/** Whether a column of the events table was made here, by this version or by another. */
export const isPromotedName = (name: string): boolean => /^property_[0-9a-f]{24}$/.test(name)

/** A promoted property as a column of a scan: the type that plans know stays that of the property. */
export function columnFor(key: string, sql: string): Column | null {
  const property = parsePropertyKey(key)
  if (property === null) return null
  const { type, nullable } = readProperty('properties', property.name, property.as)
  return { sql, type, nullable }
}

/** What the column is of, stored in its comment: the tables themselves are the catalogue. */
export const commentOf = (key: string, askedOn: number): string => JSON.stringify({ key, askedOn })

/** Returns null for a column that this version did not make or makes otherwise. */
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
