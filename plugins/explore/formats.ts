import type { SqlFormat } from '../../core/contract/index.js'

/** Of each form of an answer: how many rows it has at most and unless told otherwise, and how many bytes. */
export const json = { usual: 1_000, most: 10_000, bytes: 50_000_000 } as const
export const file = { usual: 1_000_000, most: 1_000_000, bytes: 1_000_000_000 } as const

export const contentTypes: Readonly<Record<SqlFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** `query-20260131T120000Z.csv`. */
export const fileName = (format: SqlFormat, now: number): string =>
  `query-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.${format}`
