import {
  groupCall,
  groupsProperty,
  isGroupType,
  noGroupType,
  usualGroupType,
  type JsonObject,
  type JsonValue,
} from '../../contract/index.js'
import { isEmpty, isObject } from './clean.js'
import { maxText, optionalText, requiredText, without } from './fields.js'
import { LineError } from './line-error.js'

/** The groups of an event: the id of its group of each type. */
export type Groups = Readonly<Record<string, string>>

/**
 * The properties of an event with the groups that its line names, as `$groups`. They are the line's `groups`, in which
 * every id must be valid, and the property `$groups` of PostHog's clients, of which only valid ids count. A `groups`
 * that is no object is a property like any other. Throws LineError.
 */
export function withNamedGroups(item: JsonObject, properties: JsonObject): JsonObject {
  const [named, sent] = [item['groups'], properties[groupsProperty]]
  const own = isObject(named) ? namedGroups(named) : null
  const known = isObject(sent) ? sentGroups(sent) : null
  if (own === null && known === null) return properties
  const groups = { ...known, ...own }
  const others = without(properties, sentName)
  return isEmpty(groups) ? others : { ...others, [groupsProperty]: groups }
}

const sentName: ReadonlySet<string> = new Set([groupsProperty])

/** Whether the line's `groups` names the groups of the event. */
export const namesGroups = (item: JsonObject): boolean => isObject(item['groups'])

function namedGroups(named: JsonObject): Groups {
  return Object.fromEntries(
    Object.entries(named).flatMap(([type, value]) => {
      if (!isGroupType(type)) throw new LineError(noGroupType(`${type} in groups`))
      const id = optionalText({ [`groups.${type}`]: idOf(value) }, `groups.${type}`)
      return id === null ? [] : [[type, id]]
    }),
  )
}

const sentGroups = (sent: JsonObject): Groups =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([type, value]) => {
      const id = idOf(value)
      const isValid = typeof id === 'string' && id.trim() !== '' && id.length <= maxText
      return isValid && isGroupType(type) ? [[type, id]] : []
    }),
  )

const idOf = (value: JsonValue | undefined): JsonValue =>
  typeof value === 'number' ? String(value) : (value ?? null)

/** The traits of a group line: the group that it names, and the group's own traits. Throws LineError. */
export function groupTraits(item: JsonObject, traits: JsonObject): JsonObject {
  const id = requiredText(item, groupCall.id)
  const type = optionalText(item, groupCall.type) ?? usualGroupType
  if (!isGroupType(type)) throw new LineError(noGroupType(groupCall.type))
  const named = { [groupCall.id]: id, [groupCall.type]: type }
  return isEmpty(traits) ? named : { ...named, [groupCall.traits]: traits }
}

/** Whether traits are those of a group call. */
export const isGroupCall = (traits: JsonObject): boolean =>
  typeof traits[groupCall.type] === 'string' && typeof traits[groupCall.id] === 'string'
