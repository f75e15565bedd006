import type { PropertyType } from './properties.js'
import { serviceRef } from './service-ref.js'
import type { Batch } from './storage.js'
import type { WorkspaceRef } from './workspace.js'

/**
 * The sources whose rows have names chosen by the sender: properties, fields of log messages, traits, labels.
 */
export const catalogueSources = ['events', 'logs', 'contexts', 'traits', 'metrics'] as const
export type CatalogueSource = (typeof catalogueSources)[number]

/** A name in the catalogue. */
export interface CatalogueName {
  /** Without the column: `plan` for `properties.plan`. A member of an object is `address.city`. */
  readonly name: string
  /** The most frequent type first. */
  readonly types: readonly PropertyType[]
  /** Estimate of the rows with this name: a row that was sent again counts again. */
  readonly rows: number
  /** Milliseconds, from the rows' timestamps; null if earlier than the catalogue. */
  readonly firstSeen: number | null
  readonly lastSeen: number | null
  /** Up to three short values. */
  readonly examples: readonly string[]
}

export interface CatalogueWanted {
  /** The prefix of each name in lists: `properties.`. */
  readonly prefix: string
  /** Names that contain this string, prefix included, ignoring case. */
  readonly search?: string | undefined
  /** Names that occur with this type. */
  readonly type?: PropertyType | undefined
  readonly limit: number
}

export interface CatalogueNames {
  /** The rows of the source since the catalogue was started, plus the sample it was started with. */
  readonly rows: number
  /** Sorted by rows, descending, then by bytes. */
  readonly names: readonly CatalogueName[]
  /** Whether there are further names. */
  readonly more: boolean
  /** Whether the workspace has reached PROPERTY_NAMES: new names are stored but not listed. */
  readonly full: boolean
}

/** The backfill for one name, from rows stored before the catalogue was started. */
export interface CatalogueStart {
  readonly name: string
  readonly type: PropertyType
  readonly rows: number
}

export interface CatalogueValuesWanted {
  /** As in `/data/sources`: `country`, `properties.plan`, `labels.host`. */
  readonly field: string
  /** Values that contain this string, ignoring case. */
  readonly search?: string | undefined
  readonly limit: number
}

export interface CatalogueValues {
  /** The most frequent first, then by bytes; counts are estimates. */
  readonly values: readonly string[]
  /** Whether the list is complete. If false, the rows may have further matches. */
  readonly whole: boolean
  /** Milliseconds: values that occur only in earlier rows may be missing. Null if all rows were counted. */
  readonly since: number | null
}

/** The backfill for a field's values, from rows stored before they were tracked. */
export interface CatalogueValuesStart {
  /** Milliseconds: the start of the rows that were read; null if all were. */
  readonly since: number | null
  /** The most frequent values, with their row counts. */
  readonly found: readonly (readonly [value: string, rows: number])[]
}

/** The counts of one batch's rows. */
export interface NotedBatch {
  /** Called once the rows are stored: adds their counts to the catalogue. */
  stored(): void
}

export interface CatalogueState {
  /** Workspaces at their PROPERTY_NAMES limit for which this process has recently stored rows. */
  readonly full: number
  /** Names left out of the catalogue since the process started, counted once per append. */
  readonly unlisted: number
}

/**
 * The names and values in a workspace's rows. Maintained during ingestion, so that listing them reads no
 * rows.
 */
export interface PropertyCatalogue {
  /**
   * Called before a batch is stored: records new names and values, so that none is lost if the process dies.
   * Never rejects. A name that cannot be recorded now is recorded at its next occurrence; its values are then
   * read from the rows.
   */
  note(workspace: WorkspaceRef, batch: Batch): Promise<NotedBatch>
  /**
   * `start` supplies the backfill. It is called once in the life of a workspace that is older than its
   * catalogue.
   */
  names(
    workspace: WorkspaceRef,
    source: CatalogueSource,
    wanted: CatalogueWanted,
    start: () => Promise<{ readonly rows: number; readonly found: readonly CatalogueStart[] }>,
  ): Promise<CatalogueNames>
  /**
   * Returns the values of a field, or null if they are not tracked. `start` reads the `most` most frequent
   * values from the newest rows, once for a field that may have rows older than its list.
   */
  values(
    workspace: WorkspaceRef,
    source: CatalogueSource,
    wanted: CatalogueValuesWanted,
    start: (most: number) => Promise<CatalogueValuesStart>,
  ): Promise<CatalogueValues | null>
  /**
   * Returns the time in milliseconds since when there are about `rows` rows (at most a million). Returns null
   * if there are no more rows than that, and undefined if unknown because rows may be older than the
   * catalogue.
   */
  newest(workspace: WorkspaceRef, source: CatalogueSource, rows: number): Promise<number | null | undefined>
  /** Whether this process knows that the workspace has reached PROPERTY_NAMES. */
  isFull(workspace: WorkspaceRef): boolean
  state(): CatalogueState
}

export const propertyCatalogue = serviceRef<PropertyCatalogue>('propertyCatalogue')
