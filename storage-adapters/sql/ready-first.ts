import type { AnalyticsStore, SqlReader, WorkspaceRef } from '../../contract/index.js'

type Complete = AnalyticsStore &
  Required<
    Pick<AnalyticsStore, 'facts' | 'explain' | 'recall' | 'hasContexts' | 'hasGroupCalls' | 'views'>
  > & {
    readonly sql: Required<SqlReader>
  }

/** Runs the work once the workspace's tables are at this version's layout. */
export type Gate = <T>(workspace: WorkspaceRef, work: () => Promise<T>) => Promise<T>

/** Wraps a store so that every use of a workspace passes the gate, which upgrades its tables first. */
export function readyFirst(store: Complete, after: Gate): AnalyticsStore {
  const { views, sql } = store
  return {
    ...store,
    facts: (workspace) => after(workspace, () => store.facts(workspace)),
    explain: (workspace, ...rest) => after(workspace, () => store.explain(workspace, ...rest)),
    run: (query, ...rest) => after(query.workspace, () => store.run(query, ...rest)),
    properties: (workspace, ...rest) => after(workspace, () => store.properties(workspace, ...rest)),
    append: (workspace, batch) => after(workspace, () => store.append(workspace, batch)),
    dataVersion: (workspace) => after(workspace, () => store.dataVersion(workspace)),
    recall: (workspace, request) => after(workspace, () => store.recall(workspace, request)),
    hasContexts: (workspace) => after(workspace, () => store.hasContexts(workspace)),
    hasGroupCalls: (workspace) => after(workspace, () => store.hasGroupCalls(workspace)),
    views: {
      check: (workspace) => after(workspace, () => views.check(workspace)),
      rebuild: (workspace) => after(workspace, () => views.rebuild(workspace)),
    },
    sql: {
      formats: sql.formats,
      takesParameters: sql.takesParameters,
      query: (workspace, ...rest) => after(workspace, () => sql.query(workspace, ...rest)),
      check: (workspace, ...rest) => after(workspace, () => sql.check(workspace, ...rest)),
      export: (workspace, ...rest) => after(workspace, () => sql.export(workspace, ...rest)),
      rows: (workspace, ...rest) => after(workspace, () => sql.rows(workspace, ...rest)),
    },
  }
}
