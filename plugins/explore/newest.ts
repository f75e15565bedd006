import {
  column,
  descending,
  scan,
  select,
  sort,
  type SourceName,
  type WorkspaceAsk,
} from '../../core/contract/index.js'

/** The time of the newest row but so many, from which on about so many are looked at; null: there are not more. */
export async function newestRow(ask: WorkspaceAsk, source: SourceName, rows: number): Promise<number | null> {
  const time = { timestamp: column('timestamp') }
  const [row] = await ask.rows(
    sort(select(scan(source), time), [descending(column('timestamp'))], 1, rows - 1),
  )
  return row === undefined ? null : Number(row['timestamp'])
}
