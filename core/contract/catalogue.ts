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

export interface CatalogueValuesWanted {
  /** As `/data/sources` names it: `country`, `properties.plan`, `labels.host`. */
  readonly field: string
  /** Values that contain this, in whatever case. */
  readonly search?: string | undefined
  readonly limit: number
}

export interface CatalogueValues {
  /** The most frequent first, then by bytes; counts are estimates. */
  readonly values: readonly string[]
  /** No other value matches; else further ones may, in the rows. */
  readonly whole: boolean
  /** Milliseconds: values that occur only in rows before then may be missing; null: all rows were counted. */
  readonly since: number | null
}

/** What rows that were stored before the values of a field were kept tell of them. */
export interface CatalogueValuesStart {
  /** Milliseconds: the rows that were looked at are those from then on; null: all. */
  readonly since: number | null
  /** The most frequent values, with their rows. */
  readonly found: readonly (readonly [value: string, rows: number])[]
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

/** The names that the rows of a workspace carry, and their values. Kept as data comes in, so that no rows are read for them. */
export interface PropertyCatalogue {
  /**
   * Before a batch is stored: records names and values that are new, so that none is lost with the process. Never
   * rejects; a name that cannot be recorded now is recorded when it occurs again, values are then read from the rows.
   */
  note(workspace: WorkspaceRef, batch: Batch): Promise<NotedBatch>
  /** `start` is called once in the life of a workspace that is older than its catalogue. */
  names(
    workspace: WorkspaceRef,
    source: CatalogueSource,
    wanted: CatalogueWanted,
    start: () => Promise<{ readonly rows: number; readonly found: readonly CatalogueStart[] }>,
  ): Promise<CatalogueNames>
  /**
   * The values of a field; null: none are kept. `start` reads the most frequent `most` values from the newest rows: once
   * for a field that may have older rows than its list.
   */
  values(
    workspace: WorkspaceRef,
    source: CatalogueSource,
    wanted: CatalogueValuesWanted,
    start: (most: number) => Promise<CatalogueValuesStart>,
  ): Promise<CatalogueValues | null>
  /**
   * Milliseconds: from then on there are about so many rows, at most a million; null: there are no more than these.
   * Undefined: not known, as rows may be older than the catalogue.
   */
  newest(workspace: WorkspaceRef, source: CatalogueSource, rows: number): Promise<number | null | undefined>
  /** Whether this process knows that the workspace has reached PROPERTY_NAMES. */
  isFull(workspace: WorkspaceRef): boolean
  state(): CatalogueState
}

export const propertyCatalogue = serviceRef<PropertyCatalogue>('propertyCatalogue')
