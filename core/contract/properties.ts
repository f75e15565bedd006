import type { SourceName } from './sources.js'

/** The sources whose rows carry whatever JSON was sent, and the column that has it. */
export const propertyColumns = {
  events: 'properties',
  logs: 'message',
  traits: 'traits',
  contexts: 'properties',
} as const satisfies Readonly<Partial<Record<SourceName, string>>>

export type PropertySource = keyof typeof propertyColumns

/** What of the data is looked at: so many rows of the newest ones, and how many paths of these are told. */
export interface PropertySample {
  readonly rows: number
  readonly paths: number
}

export const propertyTypes = ['text', 'number', 'boolean', 'array'] as const
export type PropertyType = (typeof propertyTypes)[number]

/** One path through objects to a value that is none, with one of the types it has there. */
export interface PropertyFound {
  /** The names from the outside in; a dot in one is part of the name. */
  readonly path: readonly string[]
  readonly type: PropertyType
  /** Rows of the sample. */
  readonly rows: number
}

export interface PropertiesFound {
  /** The rows that were looked at: all there are, if they are not more than were asked for. */
  readonly sample: number
  /** Those in the most rows first, then by path (names by bytes) and type; cut at the paths that were asked for. */
  readonly properties: readonly PropertyFound[]
  /** Some were cut off. */
  readonly more: boolean
}
