export type Status = 'verified' | 'hidden' | 'deprecated'
export type ValueType = 'text' | 'number' | 'boolean' | 'time' | 'json'
export type Scalar = string | number | boolean

interface Entry {
  readonly name: string
  readonly description: string | null
  readonly owner: string | null
  readonly status: Status | null
}

export interface ExpectedProperty {
  readonly name: string
  readonly required: boolean
  readonly type: ValueType | null
  readonly allowed: readonly Scalar[] | null
}

export interface EventEntry extends Entry {
  readonly properties: readonly ExpectedProperty[]
}

export interface PropertyEntry extends Entry {
  readonly type: ValueType | null
  readonly allowed: readonly Scalar[] | null
}

/** A list of the dictionary; a property's entry has no `properties`, an event's no `type`. */
export type AnyEntry = Entry & Partial<EventEntry & PropertyEntry>
export type List = 'events' | 'properties'

/** The file of the dictionary; what is null is left out. */
export interface DictionaryFile {
  readonly events: readonly Described[]
  readonly properties: readonly Described[]
}

export interface Described {
  readonly name: string
  readonly description?: string
  readonly status?: Status
}

export interface Change {
  readonly kind: 'event' | 'property'
  readonly name: string
  readonly change: 'created' | 'changed' | 'deleted'
  readonly fields: readonly string[]
}

export interface Violation {
  readonly event: string
  readonly property: string | null
  readonly kind: 'missing' | 'type' | 'value' | 'deprecated' | 'unknown'
  readonly date: string
  readonly platform: string | null
  readonly app_version: string | null
  readonly count: number
}
