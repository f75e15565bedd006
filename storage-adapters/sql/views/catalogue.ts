import type { ViewReport, Views, ViewState, WorkspaceRef } from '../../../contract/index.js'

/**
 * A materialized view: stored rows derived from others, which answer the plans they cover (rules/match-views,
 * and on ClickHouse rules/match-snapshot). A statement that reads a view returns the same as one that reads
 * the rows; a plan that a view does not cover reads the rows.
 */
export interface MaterializedView {
  /**
   * The names of the view's parts in plans, reports and explanations.
   * Parts are built, replaced and dropped together.
   */
  readonly names: readonly string[]
  /** The view's freshness as far as this process knows; runs no statement. */
  freshness(workspace: WorkspaceRef): ViewState['freshness']
  /**
   * Compares each part with the rows, and reads all rows. Returns no reports if the workspace has no view.
   */
  check(workspace: WorkspaceRef): Promise<readonly ViewReport[]>
  /**
   * Builds the view again in the background. Meanwhile the existing
   * view answers, or the rows if there is none.
   */
  rebuild(workspace: WorkspaceRef): Promise<void>
  /** Drops all state of a deleted workspace. */
  forget(workspace: WorkspaceRef): void
  /** Stops the background work. */
  close(): Promise<void>
}

/** All materialized views of an adapter, for facts, checks, rebuilds and explanations. */
export interface ViewCatalogue extends Views {
  /** The current freshness of each part of each view. */
  states(workspace: WorkspaceRef): readonly ViewState[]
  forget(workspace: WorkspaceRef): void
  close(): Promise<void>
}

/** A catalogue of the views, in build order: each is built from the rows or from a view before it. */
export const viewCatalogue = (views: readonly MaterializedView[]): ViewCatalogue => ({
  states: (workspace) =>
    views.flatMap((view) => {
      const freshness = view.freshness(workspace)
      return view.names.map((name) => ({ name, freshness }))
    }),
  async check(workspace) {
    const reports: ViewReport[] = []
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
