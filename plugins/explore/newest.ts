import {
  column,
  descending,
  scan,
  select,
  sort,
  type SourceName,
  type WorkspaceAsk,
} from '../../contract/index.js'

/**
 * Returns the time of the row that is number `rows` from the newest, in milliseconds since 1970 UTC; null if the source has
 * fewer rows. About `rows` rows are at or after this time.
 */
export async function newestRow(ask: WorkspaceAsk, source: SourceName, rows: number): Promise<number | null> {
  const time = { timestamp: column('timestamp') }
  const [row] = await ask.rows(
    sort(select(scan(source), time), [descending(column('timestamp'))], 1, rows - 1),
  )
  return row === undefined ? null : Number(row['timestamp'])
}
