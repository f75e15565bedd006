import type { Cell, Columns, ColumnType, JsonValue, PageAnswer, Row } from '../contract/index.js'

export interface PageInput {
  /** The rows from `offset` on, one more than `limit` if there are so many: it tells that another page follows. */
  readonly rows: readonly Row[]
  /** The columns to show, in order, with the types to show them by; keys are left out. */
  readonly columns: Columns
  readonly limit: number
  readonly offset: number
  /** All the rows there are, if they were counted. */
  readonly total?: number
}

/** The body of a raw page. */
export function pageAnswer({ rows, columns, limit, offset, total }: PageInput): PageAnswer {
  const data = shownRows(rows.slice(0, limit), columns)
  const page = { data, has_more: rows.length > limit, limit, offset }
  return total === undefined ? page : { ...page, total }
}

/** Rows as they are shown: the columns in order, without keys. */
export function shownRows(
  rows: readonly Row[],
  columns: Columns,
): readonly Readonly<Record<string, JsonValue>>[] {
  const shown = Object.entries(columns).filter(([, type]) => type !== 'key')
  return rows.map((row) =>
    Object.fromEntries(shown.map(([name, type]) => [name, cell(row[name] ?? null, type)])),
  )
}

/** A time as ISO 8601 with milliseconds, JSON as it is, null as null; a number that JSON cannot carry is null. */
function cell(value: Cell, type: ColumnType): JsonValue {
  if (typeof value !== 'number') return value
  if (!Number.isFinite(value)) return null
  if (type === 'time') return new Date(value).toISOString()
  return value === 0 ? 0 : value
}
