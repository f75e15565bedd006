import { byBytes, finite, noneLabel, type Row } from '../../contract/index.js'

export interface TopInput {
  /**
   * `label` and `count`, one row per label, in any order; at least the `limit` largest. Each has the number of
   * all labels as `total_labels`, if there may be more than these.
   */
  readonly rows: readonly Row[]
  readonly limit: number
}

export interface TopAnswer {
  readonly data: readonly { readonly label: string; readonly count: number }[]
  readonly total_labels: number
}

/** The body of a top list: descending by count, then by label. A missing label is "(none)". */
export function topAnswer({ rows, limit }: TopInput): TopAnswer {
  const entries = rows.map((row) => ({ label: labelOf(row), count: finite(row['count']) }))
  entries.sort((a, b) => b.count - a.count || byBytes(a.label, b.label))
  const total = rows[0]?.['total_labels']
  return {
    data: entries.slice(0, limit),
    total_labels: typeof total === 'number' ? total : rows.length,
  }
}

function labelOf(row: Row): string {
  const label = row['label'] ?? null
  if (label === null) return noneLabel
  return typeof label === 'string' ? label : JSON.stringify(label)
}
