import type { SourceName } from './sources.js'

/** The sources whose rows store arbitrary JSON, and the column with it. */
export const propertyColumns = {
  events: 'properties',
  logs: 'message',
  traits: 'traits',
  contexts: 'properties',
} as const satisfies Readonly<Partial<Record<SourceName, string>>>

export type PropertySource = keyof typeof propertyColumns

/** The sample to inspect: the number of newest rows, and the maximum number of paths to report. */
export interface PropertySample {
  readonly rows: number
  readonly paths: number
}

export const propertyTypes = ['text', 'number', 'boolean', 'array'] as const
export type PropertyType = (typeof propertyTypes)[number]

/** One path through objects to a value that is not an object, with one of the types found there. */
export interface PropertyFound {
  /** The names from the outermost in; a dot in a name is part of it. */
  readonly path: readonly string[]
  readonly type: PropertyType
  /** The number of rows of the sample with it. */
  readonly rows: number
}

export interface PropertiesFound {
  /** The number of rows inspected: all rows, if there are no more than requested. */
  readonly sample: number
  /**
   * Sorted by rows, descending, then by path (names by bytes) and type; limited to the requested number of
   * paths.
   */
  readonly properties: readonly PropertyFound[]
  /** Whether the limit cut off further ones. */
  readonly more: boolean
}
