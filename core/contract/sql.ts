import type { JsonValue } from './json.js'
import type { WorkspaceRef } from './workspace.js'

/** What one SQL statement of a member may use. More rows than these are cut off; all else is refused or stopped. */
export interface SqlBudget {
  readonly timeMs: number
  readonly memoryBytes: number
  readonly rows: number
  /** Of the whole result, as the engine sends it. */
  readonly bytes: number
  /**
   * Called before the engine begins with the statement; what it returns is called when the engine runs the statement
   * no more. That may be long after the answer was given up, and the statement keeps its place in the queue until then.
   */
  readonly hold?: () => () => void
}

export interface SqlColumn {
  readonly name: string
  /** The engine's own name of the type. */
  readonly data_type: string
}

/**
 * Integers and decimals are numbers where a number holds them exactly, else text; NaN and the infinities are the texts
 * `NaN`, `Infinity`, `-Infinity`; times are ISO 8601 in UTC (`2026-01-31T12:00:00.000Z`), dates `2026-01-31`; arrays,
 * tuples and JSON are JSON; whatever else there is is the engine's text.
 */
export interface SqlResult {
  /** In the order of the statement; names may repeat. */
  readonly columns: readonly SqlColumn[]
  readonly rows: readonly (readonly JsonValue[])[]
  /** There were more rows. */
  readonly truncated: boolean
  /** Whole milliseconds by the engine's own clock. */
  readonly elapsedMs: number
}

export const sqlFormats = ['csv', 'ndjson', 'parquet'] as const
export type SqlFormat = (typeof sqlFormats)[number]

/**
 * Runs what members write, inside the tables of one workspace: a closed list over the engine's own syntax tree first,
 * then an account that may read nothing else. Rejects with VALIDATION_ERROR on `query` for what is no single SELECT
 * over these tables, or fails (the sentence names the place and what was typed, never the engine's words); with
 * TIMEOUT over the budget of time or memory; with RATE_LIMITED when the workspace has too many running.
 */
export interface SqlReader {
  readonly formats: readonly SqlFormat[]
  query(workspace: WorkspaceRef, text: string, budget: SqlBudget, signal?: AbortSignal): Promise<SqlResult>
  /** The rows as a file, streamed: at most the budget's; reading it rejects when the statement fails on its way. */
  export(
    workspace: WorkspaceRef,
    text: string,
    format: SqlFormat,
    budget: SqlBudget,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>
}
