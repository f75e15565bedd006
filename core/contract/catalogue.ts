import type { PropertyType } from './properties.js'
import { serviceRef } from './service-ref.js'
import type { Batch } from './storage.js'
import type { WorkspaceRef } from './workspace.js'

/** The sources whose rows carry names of the sender's own: properties, fields of log messages, traits, labels. */
export const catalogueSources = ['events', 'logs', 'contexts', 'traits', 'metrics'] as const
export type CatalogueSource = (typeof catalogueSources)[number]

/** A name as the catalogue knows it. */
export interface CatalogueName {
  /** Without the column: `plan` of `properties.plan`; a member of an object as `address.city`. */
  readonly name: string
  /** The most frequent first. */
  readonly types: readonly PropertyType[]
  /** The rows that had it, about: a row that was sent again counts again. */
  readonly rows: number
  /** Milliseconds, by the times of the rows; null: before the catalogue was begun. */
  readonly firstSeen: number | null
  readonly lastSeen: number | null
  /** Up to three short values. */
  readonly examples: readonly string[]
}

export interface CatalogueWanted {
  /** What stands before each name in lists: `properties.`. */
  readonly prefix: string
  /** Names that contain this with their prefix, in whatever case. */
  readonly search?: string | undefined
  /** Names that occur with this type. */
  readonly type?: PropertyType | undefined
  readonly limit: number
}

export interface CatalogueNames {
  /** The rows of the source since the catalogue was begun, and of the sample that it was begun with. */
  readonly rows: number
  /** Those in the most rows first, then by bytes. */
  readonly names: readonly CatalogueName[]
  /** Further names were found. */
  readonly more: boolean
  /** The workspace has as many names as PROPERTY_NAMES allows: new ones are stored, and not listed. */
  readonly full: boolean
}

/** What rows that were stored before the catalogue was begun tell of one name. */
export interface CatalogueStart {
  readonly name: string
  readonly type: PropertyType
  readonly rows: number
}

/** Rows of one batch, counted. */
export interface NotedBatch {
  /** The rows are stored: their counts join those of the catalogue. */
  stored(): void
}

export interface CatalogueState {
  /** Workspaces that this process has stored rows of lately and that have reached PROPERTY_NAMES. */
  readonly full: number
  /** Names that were not listed, of every append since the start of the process. */
  readonly unlisted: number
}

/** The names that the rows of a workspace carry. Kept as data comes in, so that nobody reads rows for them. */
export interface PropertyCatalogue {
  /**
   * Before a batch is stored: records names that are new, so that none is lost with the process. Never rejects; what
   * cannot be recorded now is recorded when it occurs again.
   */
  note(workspace: WorkspaceRef, batch: Batch): Promise<NotedBatch>
  /** `start` is called once in the life of a workspace that is older than its catalogue. */
  names(
    workspace: WorkspaceRef,
    source: CatalogueSource,
    wanted: CatalogueWanted,
    start: () => Promise<{ readonly rows: number; readonly found: readonly CatalogueStart[] }>,
  ): Promise<CatalogueNames>
  /** Whether this process knows that the workspace has reached PROPERTY_NAMES. */
  isFull(workspace: WorkspaceRef): boolean
  state(): CatalogueState
}

export const propertyCatalogue = serviceRef<PropertyCatalogue>('propertyCatalogue')
