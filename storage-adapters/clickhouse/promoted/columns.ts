import type { PropertyForm } from '../../../contract/index.js'
import { jsonColumns, promotedColumns } from '../../sql/promoted/columns.js'
import { parsePropertyKey } from '../../sql/required-columns.js'
import type { Column } from '../../sql/select.js'
import { readProperty } from '../query/json.js'

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

/** The promoted columns of ClickHouse: MATERIALIZED by the expression that reads the property. */
export const clickhouseColumns = promotedColumns(
  ({ table, name, as }) => readProperty(jsonColumns[table], name, as).sql,
  types,
)

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
