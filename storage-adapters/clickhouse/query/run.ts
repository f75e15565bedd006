import { randomUUID } from 'node:crypto'
import type { AnalyticsStore, CompiledQuery, Limits } from '../../../contract/index.js'
import { clickhouseError } from '../errors.js'
import type { Killer } from '../killer.js'
import { columnList, decodeRow } from '../rows.js'
import type { Servers } from '../cluster/servers.js'
import type { ClickHouseQuery } from './compile-query.js'
import { selectStepRows } from './rules/select-step-rows.js'
import { questionId } from '../statements.js'
import type { ServerRequests } from '../server-requests.js'
import { serverSettings } from '../server-settings.js'

/**
 * Returns a function that sends questions by `requests`, each within its limits. If its
 * signal aborts, a question is ended in the engine over another connection, and settles once the engine no
 * longer runs it.
 */
export function questionRunner(
  servers: Servers,
  requests: ServerRequests,
  killer: Killer,
): AnalyticsStore['run'] {
  const settings = serverSettings(servers.client)

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
      const data = await requests.rows({
        text: query.text,
        parameters: query.parameters,
        id,
        settings: {
          ...common,
          ...(await servers.reading()),
          ...statementSettings(query, limits),
        },
        signal,
      })
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
 * Whether no projection can help: none has properties, and the one that the engine chooses by itself is ordered by the
 * event's name. Comparing a statement with each projection takes a quarter of its planning.
 */
const cannotUseProjection = ({ text, properties }: Compiled): boolean =>
  (properties?.keys ?? []).length > 0 && !text.includes('event_name')

type Compiled = CompiledQuery & Partial<Pick<ClickHouseQuery, 'properties'>>

/**
 * Fraction of the memory limit after which grouping and sorting spill to disk, which costs up to 2.5 times as much. It is less than
 * half, because several questions run at once, and less for a funnel, which has several such stages.
 */
const partInMemory = 0.4
const partOfStages = 0.3

/** Returns the settings that enforce the limits of a statement, and those that depend on what it reads. */
export function statementSettings(
  query: Compiled,
  { timeMs, memoryBytes, rows, threads }: Limits,
): Record<string, string | number> {
  const part = (query.rules ?? []).includes(selectStepRows.name) ? partOfStages : partInMemory
  const inMemory = String(Math.floor(memoryBytes * part))
  return {
    max_execution_time: timeMs / 1000,
    max_memory_usage: String(memoryBytes),
    max_bytes_before_external_group_by: inMemory,
    max_bytes_before_external_sort: inMemory,
    max_result_rows: String(rows),
    ...(threads !== undefined && { max_threads: threads }),
    // 26.7 confuses columns of a table and of its projections within one statement, unless each is read separately.
    ...((query.reads ?? []).length > 0 && { enable_shared_storage_snapshot_in_query: 0 }),
    ...(cannotUseProjection(query) && { optimize_use_projections: 0 }),
  }
}
