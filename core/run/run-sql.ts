import type { AnalyticsStore, Limits, SqlAsk, SqlBudget, SqlSize, WorkspaceRef } from '../contract/index.js'
import { observed, type RunObserver } from './observed.js'

export interface SqlParts {
  readonly analytics: Pick<AnalyticsStore, 'sql'>
  readonly limits: Limits
  readonly observer: RunObserver
}

/** The SQL of one workspace, for one request; undefined where the store has none. */
export function sqlIn(
  { analytics: { sql }, limits, observer }: SqlParts,
  workspace: WorkspaceRef,
  signal: AbortSignal,
): SqlAsk | undefined {
  if (sql === undefined) return undefined
  const { timeMs, memoryBytes } = limits
  const budget = ({ rows, bytes }: SqlSize): SqlBudget => ({ timeMs, memoryBytes, rows, bytes })
  const run = <T>(work: () => Promise<T>): Promise<T> => observed(observer, signal, work)
  return Object.freeze({
    formats: sql.formats,
    query: (text, size) => run(() => sql.query(workspace, text, budget(size), signal)),
    export: (text, format, size) => run(() => sql.export(workspace, text, format, budget(size), signal)),
  } satisfies SqlAsk)
}
