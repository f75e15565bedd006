import type { SqlFormat } from '../../core/contract/index.js'

/** Limits of a JSON answer: rows by default, rows at most, and bytes at most. */
export const json = { usual: 1_000, most: 10_000, bytes: 50_000_000 } as const
/** Limits of a file, as in `json`. */
export const file = { usual: 1_000_000, most: 1_000_000, bytes: 1_000_000_000 } as const

export const contentTypes: Readonly<Record<SqlFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** Returns a name such as `query-20260131T120000Z.csv`. @param now milliseconds since 1970 UTC */
export const fileName = (format: SqlFormat, now: number): string =>
  `query-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.${format}`
