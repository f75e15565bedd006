import type { JsonValue } from './json.js'
import type { SqlParameters } from './sql-parameters.js'
import type { WorkspaceRef } from './workspace.js'

/**
 * The budget of one SQL statement of a member. Rows over the limit are cut off; exceeding any other limit
 * rejects or ends the statement.
 */
export interface SqlBudget {
  readonly timeMs: number
  readonly memoryBytes: number
  readonly rows: number
  /** The size of the whole result, as the engine sends it. */
  readonly bytes: number
  /**
   * Called before the engine starts the statement. The returned function is called once the engine no longer
   * runs it, which may be long after the response was given up. The statement occupies its slot in the queue
   * until then.
   */
  readonly hold?: () => () => void
}

export interface SqlColumn {
  readonly name: string
  /** The engine's own name for the type. */
  readonly data_type: string
}

/**
 * Integers and decimals are numbers if a number represents them exactly, else strings. NaN and the infinities
 * are the strings `NaN`, `Infinity`, `-Infinity`. Times are ISO 8601 in UTC (`2026-01-31T12:00:00.000Z`),
 * dates `2026-01-31`. Arrays, tuples and JSON are JSON. Any other value is the engine's text for it.
 */
export interface SqlResult {
  /** In the statement's order; names may repeat. */
  readonly columns: readonly SqlColumn[]
  readonly rows: readonly (readonly JsonValue[])[]
  /** Whether there were more rows. */
  readonly truncated: boolean
  /** Whole milliseconds, by the engine's clock. */
  readonly elapsedMs: number
}

/** The rows of a statement as they arrive; a reader that stops early calls return() of the iterator. */
export interface SqlRows {
  readonly columns: readonly SqlColumn[]
  readonly rows: AsyncIterable<readonly JsonValue[]>
}

/** The file formats that a storage may write itself. */
export const sqlFormats = ['csv', 'ndjson', 'parquet'] as const
export type SqlFormat = (typeof sqlFormats)[number]

/**
 * Runs members' SQL within the tables of one workspace. The statement is checked against an allowlist over
 * the engine's own syntax tree and then run by an account that can read nothing else.
 *
 * Rejects with VALIDATION_ERROR on `query` if the text is not a single SELECT over these tables, or if it
 * fails. The message names the location and what was typed, and never repeats the engine's words. Rejects
 * with TIMEOUT over the time or memory budget, and with RATE_LIMITED if the workspace has too many statements
 * running.
 *
 * A statement has a parameter where it says `{name:Type}` outside strings, quoted names and comments, and only where a
 * value may stand. Its `parameters` are checked by checkParameters() and bound, never written into the text; the
 * statement is then checked with these values.
 */
export interface SqlReader {
  readonly formats: readonly SqlFormat[]
  /** Whether statements may have parameters; without it, a request with parameters is rejected. */
  readonly takesParameters?: true
  query(
    workspace: WorkspaceRef,
    text: string,
    budget: SqlBudget,
    signal?: AbortSignal,
    parameters?: SqlParameters,
  ): Promise<SqlResult>
  /**
   * Checks a statement as query() does, without its rows: returns its columns, or rejects. Without it, a check is a
   * query of one row.
   */
  check?(
    workspace: WorkspaceRef,
    text: string,
    budget: SqlBudget,
    signal?: AbortSignal,
    parameters?: SqlParameters,
  ): Promise<readonly SqlColumn[]>
  /**
   * Streams the rows as a file, at most as many as the budget has. The stream rejects if the statement fails
   * midway.
   */
  export(
    workspace: WorkspaceRef,
    text: string,
    format: SqlFormat,
    budget: SqlBudget,
    signal?: AbortSignal,
    parameters?: SqlParameters,
  ): Promise<AsyncIterable<Uint8Array>>
  /**
   * Streams the rows for an exporter, with few of them in memory: cells as in SqlResult, limits as in
   * export(). Without it the storage offers only the formats that it writes itself.
   */
  rows?(
    workspace: WorkspaceRef,
    text: string,
    budget: SqlBudget,
    signal?: AbortSignal,
    parameters?: SqlParameters,
  ): Promise<SqlRows>
}
