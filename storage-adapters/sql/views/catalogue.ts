import type { RollupReport, Rollups, ViewState, WorkspaceRef } from '../../../core/contract/index.js'

/**
 * Rows that an adapter keeps beside those they are made of, and answers from where they cover a plan (rules/match-views, and on
 * ClickHouse rules/match-snapshot). Statements that read one say the same as the rows; what it cannot tell, it does not answer.
 */
export interface MaterializedView {
  /** The names of its parts in plans, reports and explanations. All are built, replaced and dropped together. */
  readonly parts: readonly string[]
  /** How it stands to the rows, as far as this process knows: asks no engine. */
  freshness(workspace: WorkspaceRef): ViewState['freshness']
  /** Compares each part with the rows; reads all of them. No reports if nothing is kept. */
  check(workspace: WorkspaceRef): Promise<readonly RollupReport[]>
  /** Makes it anew in the background; what there is answers meanwhile, or the rows do. */
  rebuild(workspace: WorkspaceRef): Promise<void>
  /** The workspace is gone. */
  forget(workspace: WorkspaceRef): void
  /** Ends what is done in the background. */
  close(): Promise<void>
}

/** All views of an adapter: what facts, checks, rebuilds and explanations read. */
export interface ViewCatalogue extends Rollups {
  /** How each part of each view stands to the rows now. */
  states(workspace: WorkspaceRef): readonly ViewState[]
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

/** The views in the order in which they are made: each from the rows or from one before it. */
export const viewCatalogue = (views: readonly MaterializedView[]): ViewCatalogue => ({
  states: (workspace) =>
    views.flatMap((view) => {
      const freshness = view.freshness(workspace)
      return view.parts.map((name) => ({ name, freshness }))
    }),
  async check(workspace) {
    const reports: RollupReport[] = []
    for (const view of views) reports.push(...(await view.check(workspace)))
    return reports
  },
  async rebuild(workspace) {
    for (const view of views) await view.rebuild(workspace)
  },
  forget(workspace) {
    for (const view of views) view.forget(workspace)
  },
  async close() {
    await Promise.all(views.map((view) => view.close()))
  },
})
