import type { WorkspaceRef } from '../../../contract/index.js'
import type { ActivitySnapshot } from './activity-snapshot/snapshot.js'
import type { PersonMap } from './person-map/map.js'

/**
 * Tables that are derived from events and links, and built again as a whole: on a single server the activity snapshot with
 * its map of persons, on a cluster the map alone. The newest complete generation answers.
 */
export interface Generations {
  /** What is built, for the log: a noun with its article. */
  readonly title: string
  built(workspace: WorkspaceRef): Promise<BuiltGenerations>
  /** Whether a workspace without a generation has enough rows for one. */
  isWorthBuilding(workspace: WorkspaceRef): Promise<boolean>
  /** Whether what a generation is built from is there; `all`: nothing of it is still being built. */
  canBuild(workspace: WorkspaceRef, all: boolean): Promise<boolean>
  /** Builds a generation while the current one answers. */
  build(workspace: WorkspaceRef, generation: number, signal: AbortSignal): Promise<void>
  /**
   * Holds the map of persons in memory, unless it is too large; returns whether it is held. Unset where a map cannot be held.
   */
  hold?(workspace: WorkspaceRef, map: PersonMap): Promise<boolean>
  /** Frees the memory that other generations hold. */
  release?(workspace: WorkspaceRef, map: PersonMap): Promise<void>
  /** Drops a generation, or the remains of an unfinished one. */
  drop(workspace: WorkspaceRef, generation: number): Promise<void>
}

/** The generations of a workspace. */
export interface BuiltGenerations {
  /** The newest complete one, or null. */
  readonly newest: NewestGeneration | null
  /** All generations with tables, newest first, and whether they are complete. */
  readonly generations: readonly { readonly generation: number; readonly whole: boolean }[]
}

/** A complete generation: the days of persons, null on a cluster, and the map of persons, null if an older version built it. */
export interface NewestGeneration {
  readonly generation: number
  readonly days: ActivitySnapshot | null
  readonly persons: PersonMap | null
}
