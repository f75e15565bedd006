import { isDeepStrictEqual } from 'node:util'
import { byBytes, type Scalar } from '../../contract/index.js'

export const kinds = ['event', 'property'] as const
export type Kind = (typeof kinds)[number]

export const statuses = ['verified', 'hidden', 'deprecated'] as const
export type Status = (typeof statuses)[number]

/** The types of values. `time` is a string with an ISO 8601 date or date-time, `json` an object or an array. */
export const valueTypes = ['text', 'number', 'boolean', 'time', 'json'] as const
export type ValueType = (typeof valueTypes)[number]

/** What is expected of a property's values; null for anything. */
export interface ExpectedValue {
  readonly type: ValueType | null
  readonly allowed: readonly Scalar[] | null
}

export interface ExpectedProperty extends ExpectedValue {
  readonly name: string
  /** Whether each event must have it. */
  readonly required: boolean
}

interface Described {
  readonly name: string
  readonly description: string | null
  /** A person or a team, as text. */
  readonly owner: string | null
  readonly status: Status | null
}

export interface EventEntry extends Described {
  /** Sorted by name. */
  readonly properties: readonly ExpectedProperty[]
}

/** What holds for a property of any event that does not expect it itself. */
export interface PropertyEntry extends Described, ExpectedValue {}

export interface Entries {
  readonly event: EventEntry
  readonly property: PropertyEntry
}

export type Stored<K extends Kind> = Entries[K] & {
  /** The id of a user or of a key. */
  readonly updated_by: string
  readonly updated_at: Date
}

export interface Dictionary {
  readonly events: readonly EventEntry[]
  readonly properties: readonly PropertyEntry[]
}

const undescribed = { description: null, owner: null, status: null } as const

/** An entry without anything but its name. */
export const emptyEntries: { readonly [K in Kind]: (name: string) => Entries[K] } = {
  event: (name) => ({ name, ...undescribed, properties: [] }),
  property: (name) => ({ name, ...undescribed, type: null, allowed: null }),
}

/** Returns the names of the fields that differ, sorted. */
export const changedFields = (before: object, after: object): readonly string[] => {
  const [old, now] = [before, after] as readonly Readonly<Record<string, unknown>>[]
  return Object.keys(after)
    .filter((name) => !isDeepStrictEqual(old?.[name], now?.[name]))
    .sort()
}

export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  byBytes(a.name, b.name)

/** Entries of each kind in a workspace. */
export const mostEntries = 2_000
export const mostProperties = 200
export const mostAllowed = 200
