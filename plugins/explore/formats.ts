import type { ExporterDefinition } from '../../contract/index.js'

/** Limits of a JSON answer: rows by default, rows at most, and bytes at most. */
export const json = { usual: 1_000, most: 10_000, bytes: 50_000_000 } as const
/** Limits of a file, as in `json`. */
export const file = { usual: 1_000_000, most: 1_000_000, bytes: 1_000_000_000 } as const

/** The formats that storages write themselves. */
export const exporters: readonly ExporterDefinition[] = [
  {
    name: 'csv',
    summary: 'a table with a header',
    mediaType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    native: 'csv',
  },
  {
    name: 'ndjson',
    summary: 'a JSON object on each line',
    mediaType: 'application/x-ndjson; charset=utf-8',
    extension: 'ndjson',
    native: 'ndjson',
  },
  {
    name: 'parquet',
    summary: 'Apache Parquet',
    mediaType: 'application/vnd.apache.parquet',
    extension: 'parquet',
    native: 'parquet',
  },
]

/** Returns a name such as `query-20260131T120000Z.csv`. @param now milliseconds since 1970 UTC */
export const fileName = (extension: string, now: number): string =>
  `query-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.${extension}`
