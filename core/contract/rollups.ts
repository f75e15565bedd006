import type { WorkspaceRef } from './workspace.js'

/** A rollup: a compact copy of a workspace's events, from which an engine answers queries where it can. */
export interface RollupReport {
  readonly name: string
  /**
   * The share of the stored parts that have the rollup, 0 to 1. Below 1, queries read the events themselves.
   */
  readonly built: number
  /** The UTC days (YYYY-MM-DD) on which the rollup differs from the events. */
  readonly differs: readonly string[]
}

export interface Rollups {
  /** Compares each rollup with the rows it summarizes. Reads all of the workspace's events. */
  check(workspace: WorkspaceRef): Promise<readonly RollupReport[]>
  /** Rebuilds the rollups from the events, in the background. Queries read the events meanwhile. */
  rebuild(workspace: WorkspaceRef): Promise<void>
}
