import { jsonColumns, type Parameters, promotedColumns } from 'sextant/storage'
import { readProperty } from '../query/json.js'

/** A text as a literal of a statement that takes no parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

const literals: Parameters = { bind: (value) => literal(String(value)) }

/** The promoted columns of DuckDB, filled by appends and updates with the expression that reads the property. */
export const duckdbColumns = promotedColumns(
  ({ table, name, as }) => readProperty(jsonColumns[table], name, as, literals).sql,
  { text: 'VARCHAR', label: 'VARCHAR', number: 'DOUBLE', boolean: 'BOOLEAN' },
)

/** The SQL that a column of this version is filled with. */
export const valueOf = (key: string): string => duckdbColumns.expressionOf(key)?.sql ?? 'NULL'
