export const containers = ['jsonl', 'csv', 'parquet'] as const
/** The file format. */
export type Container = (typeof containers)[number]

export const dialects = ['mixpanel', 'amplitude', 'posthog'] as const
/** The product that exported the items; `lines` are our own format. */
export type Dialect = (typeof dialects)[number] | 'lines'

export const importFormats = [...containers, ...dialects] as const
export type ImportFormat = (typeof importFormats)[number]
export const importSources = ['events', 'logs', 'metrics'] as const
export type ImportSource = (typeof importSources)[number]

/** The position to read from: the bytes and lines already processed. */
export interface Position {
  readonly offset: number
  readonly line: number
}

/**
 * One item of a file, in the shape of POST /v1/events, /v1/logs or /v1/metrics, or the reason why it is
 * invalid. `line` is where it starts, from 1 (in Parquet: its row); `offset` is the byte after it; `end` the
 * number of its last line. With `hasId` it needs no generated id.
 */
export type ImportItem = {
  readonly line: number
  readonly end: number
  readonly offset: number
} & ({ readonly json: string; readonly hasId?: true } | { readonly error: string })

/** The error of a line that is not a JSON object. */
export const notAnObject = 'the line must be a JSON object'
