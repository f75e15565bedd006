import type { WorkspaceRef } from './workspace.js'

/** One of the compact copies of a workspace's events that an engine answers from where it can. */
export interface RollupReport {
  readonly name: string
  /** The share of the stored parts that have it, 0 to 1; below 1 questions are answered from the events themselves. */
  readonly built: number
  /** The UTC days (YYYY-MM-DD) in which it says something else than the events. */
  readonly differs: readonly string[]
}

export interface Rollups {
  /** Compares each rollup with the rows it stands for. Reads all of the workspace's events. */
  check(workspace: WorkspaceRef): Promise<readonly RollupReport[]>
  /** Makes them anew from the events, in the background; meanwhile the events themselves answer. */
  rebuild(workspace: WorkspaceRef): Promise<void>
}
