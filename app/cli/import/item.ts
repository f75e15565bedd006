export const containers = ['jsonl', 'csv', 'parquet'] as const
/** How a file is written. */
export type Container = (typeof containers)[number]

export const dialects = ['mixpanel', 'amplitude', 'posthog'] as const
/** Whose export its items are; `lines` are our own. */
export type Dialect = (typeof dialects)[number] | 'lines'

export const importFormats = [...containers, ...dialects] as const
export type ImportFormat = (typeof importFormats)[number]
export const importSources = ['events', 'logs', 'metrics'] as const
export type ImportSource = (typeof importSources)[number]

/** Where reading goes on: the bytes and lines that are done. */
export interface Position {
  readonly offset: number
  readonly line: number
}

/**
 * One item of a file, in the shape of POST /v1/events, /v1/logs or /v1/metrics, or why it is none. `line` is where it
 * starts, from 1 (in Parquet: its row); `offset` the byte after it; `end` the number of its last line. With `hasId` it
 * needs no id any more.
 */
export type ImportItem = {
  readonly line: number
  readonly end: number
  readonly offset: number
} & ({ readonly json: string; readonly hasId?: true } | { readonly error: string })
