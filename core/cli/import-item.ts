export type ImportFormat = 'jsonl' | 'csv'
export type ImportSource = 'events' | 'logs'

/** Where reading goes on: the bytes and lines that are done. */
export interface Position {
  readonly offset: number
  readonly line: number
}

/**
 * One item of a file, in the shape of POST /v1/events or /v1/logs, or why it is none. `line` is where it starts,
 * from 1; `offset` the byte after it; `end` the number of its last line.
 */
export type ImportItem = {
  readonly line: number
  readonly end: number
  readonly offset: number
} & ({ readonly json: string } | { readonly error: string })
