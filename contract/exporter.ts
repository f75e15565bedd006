import type { JsonValue } from './json.js'
import type { SqlColumn, SqlFormat } from './sql.js'

/** Cells in the order of the columns, as in SqlResult. */
export type ExportRow = readonly JsonValue[]

/** A file format, and how to send its file. */
export interface ExportFormat {
  /** The value of `format` in a request, in kebab-case. */
  readonly name: string
  /** For the API description, one line. */
  readonly summary: string
  /** The Content-Type: `text/csv; charset=utf-8` */
  readonly mediaType: string
  /** The end of the file's name, without a dot: `csv` */
  readonly extension: string
}

/** A file format that storages write themselves; offered where the storage does. */
export interface NativeExporter extends ExportFormat {
  readonly native: SqlFormat
}

/** A file format that is written from rows; offered where the storage streams rows. */
export interface RowExporter extends ExportFormat {
  /**
   * Yields the file's bytes. Rows arrive as the storage reads them, and the next chunk is requested when the
   * client has taken the last: keep no more than a few rows. Read all rows; a file that ends before the last
   * row counts as a fault of the plugin. `data_type` is the storage's name for a column's type.
   */
  write(rows: AsyncIterable<ExportRow>, columns: readonly SqlColumn[]): AsyncIterable<Uint8Array>
}

export type ExporterDefinition = NativeExporter | RowExporter
