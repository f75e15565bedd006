import { serviceRef } from './service-ref.js'
import type { WorkspaceRef } from './workspace.js'

/** How much of a bounded resource is in use. */
export interface Usage {
  readonly used: number
  /** Null if the engine does not report it. */
  readonly limit: number | null
}

/** Bytes. */
export interface DiskSpace {
  readonly free: number
  readonly total: number
}

/** What the operating system reports about an engine that this process started, and about its disk. */
export interface EngineResources {
  /** Null where the system does not report it. */
  readonly openFiles: Usage | null
  readonly disk: DiskSpace | null
}

/** The resources that one workspace's writes use in the engine. */
export interface WorkspaceLoad {
  readonly workspace: number
  /**
   * The number of parts in this workspace's largest partition. Each insert adds a part; merges combine them.
   */
  readonly parts: number
  /** Files of parts written within the last minute, by inserts and merges. */
  readonly freshFiles: number
  /** Bytes in use by this workspace's inserts and merges. */
  readonly memoryBytes: number
}

/**
 * The engine's resource usage against its limits. On a cluster each figure comes from the most loaded server.
 */
export interface Capacity {
  /** Files that the engine's process has open. */
  readonly openFiles: Usage | null
  /** Bytes. */
  readonly memory: Usage | null
  readonly connections: Usage | null
  /** The disk with the engine's data. */
  readonly disk: DiskSpace | null
  /** Bytes of the stored data; null if unknown. */
  readonly dataBytes: number | null
  /**
   * The parts of all workspaces, and the number in one partition at which the engine rejects inserts. Null if
   * the engine has no parts.
   */
  readonly parts: { readonly total: number; readonly partitionLimit: number } | null
  /** Workspaces that are writing or have many parts; idle ones may be left out. */
  readonly workspaces: readonly WorkspaceLoad[]
}

/** Keeps a workspace from exhausting the resources that all workspaces share in the engine. */
export interface LoadGuard {
  /**
   * Called before a workspace's data is queued. Throws UNAVAILABLE with a Retry-After if the engine is close
   * to a limit and this workspace is the cause, or if the engine can accept no data at all.
   */
  admit(workspace: WorkspaceRef, bytes: number): void
  /** Called before each append. Appends count as parts until the engine is asked again. */
  appending(workspace: WorkspaceRef): void
}

/** Supplied by the plugin `capacity`; without it no workspace is throttled. */
export const loadGuard = serviceRef<LoadGuard>('loadGuard')
