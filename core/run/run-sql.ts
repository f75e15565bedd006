import type { AnalyticsStore, Limits, SqlAsk, SqlBudget, SqlSize, WorkspaceRef } from '../contract/index.js'
import { observed, type RunObserver } from './observed.js'
import type { FairQueue } from './queue/fair-queue.js'
import type { AskedBy } from './run-plan.js'
import type { Watchdog } from './watchdog.js'

export interface SqlParts {
  readonly analytics: Pick<AnalyticsStore, 'sql'>
  readonly limits: Limits
  readonly observer: RunObserver
  readonly queue: FairQueue
  readonly watchdog: Pick<Watchdog, 'admitSql'>
}

/**
 * The SQL of one workspace, for one request; undefined where the store has none. A statement holds its place until its
 * last row is read: a file is made while it is sent.
 */
export function sqlIn(
  { analytics: { sql }, limits, observer, queue, watchdog }: SqlParts,
  workspace: WorkspaceRef,
  by: AskedBy,
  signal: AbortSignal,
): SqlAsk | undefined {
  if (sql === undefined) return undefined
  const { timeMs, memoryBytes } = limits
  const asker = { workspace: workspace.id, ...by }
  const budget = ({ rows, bytes }: SqlSize): SqlBudget => ({ timeMs, memoryBytes, rows, bytes })

  const run = <T>(work: () => Promise<T>, endOf: (result: T, end: () => void) => T): Promise<T> =>
    queue.enter(
      asker,
      null,
      async (place) => {
        const end = (): void => place?.end()
        try {
          watchdog.admitSql()
          return endOf(await observed(observer, signal, work), end)
        } catch (error) {
          end()
          throw error
        }
      },
      signal,
    )
  return Object.freeze({
    formats: sql.formats,
    query: (text, size) =>
      run(
        () => sql.query(workspace, text, budget(size), signal),
        (result, end) => {
          end()
          return result
        },
      ),
    export: (text, format, size) =>
      run(
        () => sql.export(workspace, text, format, budget(size), signal),
        (chunks, end) => endingWith(chunks, end, signal),
      ),
  } satisfies SqlAsk)
}

/** The chunks; `end` is called after the last one, when reading ends early, and when the client has gone. */
function endingWith(
  chunks: AsyncIterable<Uint8Array>,
  end: () => void,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return {
    async *[Symbol.asyncIterator]() {
      try {
        yield* chunks
      } finally {
        signal.removeEventListener('abort', end)
        end()
      }
    },
  }
}
