import type { Cell, Columns, ColumnType, JsonValue, PageAnswer, Row } from '../../contract/index.js'

export interface PageInput {
  /** The rows from `offset` on, up to `limit` + 1 of them: the extra row shows that another page follows. */
  readonly rows: readonly Row[]
  /** The columns to show, in order, with their types; `key` columns are left out. */
  readonly columns: Columns
  readonly limit: number
  readonly offset: number
  /** The number of all rows, if they were counted. */
  readonly total?: number
}

/** The body of a raw page. */
export function pageAnswer({ rows, columns, limit, offset, total }: PageInput): PageAnswer {
  const data = shownRows(rows.slice(0, limit), columns)
  const page = { data, has_more: rows.length > limit, limit, offset }
  return total === undefined ? page : { ...page, total }
}

/** Returns the rows for display: the columns in order, without `key` columns. */
export function shownRows(
  rows: readonly Row[],
  columns: Columns,
): readonly Readonly<Record<string, JsonValue>>[] {
  const shown = Object.entries(columns).filter(([, type]) => type !== 'key')
  return rows.map((row) =>
    Object.fromEntries(shown.map(([name, type]) => [name, cell(row[name] ?? null, type)])),
  )
}

/**
 * Times become ISO 8601 with milliseconds; JSON and null stay as they are; a number that JSON cannot carry
 * becomes null.
 */
function cell(value: Cell, type: ColumnType): JsonValue {
  if (typeof value !== 'number') return value
  if (!Number.isFinite(value)) return null
  if (type === 'time') return new Date(value).toISOString()
  return value === 0 ? 0 : value
}
