import { invalid } from '../../contract/index.js'
import {
  byName,
  changedFields,
  emptyEntries,
  type Dictionary,
  type EventEntry,
  type Kind,
  type PropertyEntry,
} from './entry.js'
import { changedEntry } from './read-entry.js'
import type { DictionaryFile } from './schemas.js'

/** The dictionary as text with a fixed order, one line a field, for review in version control. */
export const fileText = ({ events, properties }: Dictionary): string =>
  `${JSON.stringify(
    { version: 1, events: events.map(eventLines), properties: properties.map(withoutNothing) },
    null,
    2,
  )}\n`

const eventLines = ({ properties, ...event }: EventEntry): object => ({
  ...withoutNothing(event),
  ...(properties.length > 0 && {
    properties: properties.map(({ required, ...rest }) =>
      withoutNothing({ ...rest, required: required ? true : null }),
    ),
  }),
})

const withoutNothing = (entry: object): object =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))

/** Reads a file. Throws VALIDATION_ERROR with the path of a repeated name or a wrong value. */
export function readFile({ events, properties }: DictionaryFile): Dictionary {
  rejectRepeated(events, 'events')
  rejectRepeated(properties, 'properties')
  return {
    events: events
      .map(({ name, ...given }, index) =>
        changedEntry.event(emptyEntries.event(name), given, `/events/${index}`),
      )
      .sort(byName),
    properties: properties
      .map(({ name, ...given }, index) =>
        changedEntry.property(emptyEntries.property(name), given, `/properties/${index}`),
      )
      .sort(byName),
  }
}

function rejectRepeated(entries: readonly { readonly name: string }[], list: string): void {
  const seen = new Set<string>()
  for (const [index, { name }] of entries.entries()) {
    if (seen.has(name)) throw invalid(`/${list}/${index}/name`, `${list}.${index}.name is given twice`)
    seen.add(name)
  }
}

export interface Change {
  readonly kind: Kind
  readonly name: string
  readonly change: 'created' | 'changed' | 'deleted'
  /** The fields that differ; empty unless `changed`. */
  readonly fields: readonly string[]
}

/** Returns what a file changes, by kind and name. With `keep`, what it does not name stays. */
export const changesOf = (before: Dictionary, after: Dictionary, keep: boolean): readonly Change[] => [
  ...differences('event', before.events, after.events, keep),
  ...differences('property', before.properties, after.properties, keep),
]

function differences(
  kind: Kind,
  before: readonly (EventEntry | PropertyEntry)[],
  after: readonly (EventEntry | PropertyEntry)[],
  keep: boolean,
): readonly Change[] {
  const old = new Map(before.map((entry) => [entry.name, entry]))
  const now = new Set(after.map(({ name }) => name))
  const put = after.flatMap((entry): readonly Change[] => {
    const known = old.get(entry.name)
    if (known === undefined) return [{ kind, name: entry.name, change: 'created', fields: [] }]
    const fields = changedFields(known, entry)
    return fields.length === 0 ? [] : [{ kind, name: entry.name, change: 'changed', fields }]
  })
  const gone = keep ? [] : before.filter(({ name }) => !now.has(name))
  return [...put, ...gone.map(({ name }): Change => ({ kind, name, change: 'deleted', fields: [] }))].sort(
    byName,
  )
}
