import { randomUUID } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import type { AnalyticsStore, CompiledQuery, Limits } from '../../../contract/index.js'
import { clickhouseError } from '../errors.js'
import type { Killer } from '../killer.js'
import { columnList, decodeRow } from '../rows.js'
import type { Servers } from '../cluster/servers.js'
import { questionId } from '../statements.js'
import { serverSettings } from '../server-settings.js'

/**
 * Returns a function that runs questions on the connections of `client`, each within its limits. If its
 * signal aborts, a question is ended in the engine over another connection, and settles once the engine no
 * longer runs it.
 */
export function questionRunner(
  servers: Servers,
  client: ClickHouseClient,
  killer: Killer,
): AnalyticsStore['run'] {
  const settings = serverSettings(client)

  return async (query, limits, signal) => {
    const id = questionId(query.workspace.number, randomUUID())
    let ending: Promise<void> | undefined
    const stop = (): void => {
      ending = killer.end(id)
    }
    try {
      const common = await settings()
      signal?.throwIfAborted()
      signal?.addEventListener('abort', stop, { once: true })
      const result = await client.query({
        query: query.text,
        query_params: { ...query.parameters },
        format: 'JSONCompact',
        query_id: id,
        clickhouse_settings: {
          ...common,
          ...(await servers.reading()),
          ...limitSettings(limits),
          ...formSettings(query),
        },
        ...(signal === undefined ? {} : { abort_signal: signal }),
      })
      const { data } = await result.json<readonly unknown[]>()
      const columns = columnList(query.columns)
      return data.map((row) => decodeRow(row, columns))
    } catch (error) {
      throw clickhouseError(error)
    } finally {
      signal?.removeEventListener('abort', stop)
      await ending
    }
  }
}

/**
 * 26.7 confuses columns of a table and of its projections within one statement, unless each is read
 * separately.
 */
const formSettings = ({ reads = [] }: CompiledQuery): Record<string, string | number> =>
  reads.length > 0 ? { enable_shared_storage_snapshot_in_query: 0 } : {}

/**
 * Fraction of the memory limit after which grouping and sorting spill to disk: a funnel has several such
 * stages, and several questions run at once.
 */
const partInMemory = 1 / 5

/** Returns the settings that enforce a question's limits. */
export const limitSettings = ({
  timeMs,
  memoryBytes,
  rows,
  threads,
}: Limits): Record<string, string | number> => ({
  max_execution_time: timeMs / 1000,
  max_memory_usage: String(memoryBytes),
  max_bytes_before_external_group_by: String(Math.floor(memoryBytes * partInMemory)),
  max_bytes_before_external_sort: String(Math.floor(memoryBytes * partInMemory)),
  max_result_rows: String(rows),
  ...(threads !== undefined && { max_threads: threads }),
})
