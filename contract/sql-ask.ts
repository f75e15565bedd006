import type { ExportFormat } from './exporter.js'
import type { SqlBudget, SqlColumn, SqlResult } from './sql.js'
import type { SqlParameters } from './sql-parameters.js'

/** SQL in the request's workspace, within its budget; cancelled when the client disconnects. */
export interface SqlAsk {
  /** The names of the formats that this storage can export, in the order of their registration. */
  readonly formats: readonly string[]
  /** Returns how to send a file of one of these formats. Throws VALIDATION_ERROR on any other. */
  format(name: string): ExportFormat
  /** Like the methods of SqlReader. */
  query(text: string, size: SqlSize, parameters?: SqlParameters): Promise<SqlResult>
  /** Returns the columns of a statement, which is checked but not run. Throws as query() does. */
  check(text: string, size: SqlSize, parameters?: SqlParameters): Promise<readonly SqlColumn[]>
  export(
    text: string,
    format: string,
    size: SqlSize,
    parameters?: SqlParameters,
  ): Promise<AsyncIterable<Uint8Array>>
}

/** The parts of SqlBudget that the handler chooses. */
export type SqlSize = Pick<SqlBudget, 'rows' | 'bytes'>
