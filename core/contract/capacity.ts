import type { WorkspaceRef } from './workspace.js'

/** How much of a bounded resource is in use. */
export interface Usage {
  readonly used: number
  /** Null if the engine does not say. */
  readonly limit: number | null
}

/** Bytes. */
export interface DiskSpace {
  readonly free: number
  readonly total: number
}

/** What the system says about an engine that this process started, and about the disk it writes to. */
export interface EngineResources {
  /** Null where the system does not say. */
  readonly openFiles: Usage | null
  readonly disk: DiskSpace | null
}

/** What one workspace's writes hold in the engine. */
export interface WorkspaceLoad {
  readonly workspace: number
  /** Parts in the partition of this workspace that has the most; each insert adds one, and merges join them. */
  readonly parts: number
  /** Files of the parts that were written within the last minute, by inserts and merges. */
  readonly freshFiles: number
  /** Bytes that inserts and merges of this workspace hold now. */
  readonly memoryBytes: number
}

/** What an engine holds of its limits. On a cluster each figure is that of the server that is worst off. */
export interface Capacity {
  /** Files that the engine's process holds open. */
  readonly openFiles: Usage | null
  /** Bytes. */
  readonly memory: Usage | null
  readonly connections: Usage | null
  /** Where the engine's data lies. */
  readonly disk: DiskSpace | null
  /** Bytes of the stored data; null if unknown. */
  readonly dataBytes: number | null
  /** Parts of all workspaces, and the number in one partition at which the engine rejects inserts; null: it has no parts. */
  readonly parts: { readonly total: number; readonly partitionLimit: number } | null
  /** Workspaces that write at the moment or have many parts; idle ones may be left out. */
  readonly workspaces: readonly WorkspaceLoad[]
}

/** Keeps a workspace from using up what all workspaces share in the engine. */
export interface LoadGuard {
  /**
   * Called before a workspace's data is queued. Throws UNAVAILABLE with a Retry-After if the engine is close to a limit
   * and this workspace is the cause, or if nothing can be accepted from anyone.
   */
  admit(workspace: WorkspaceRef, bytes: number): void
  /** Called before each append; appends count as parts until the engine is asked again. */
  appending(workspace: WorkspaceRef): void
}
