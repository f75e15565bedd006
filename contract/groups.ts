import { and, coalesce, compare, equals, missing, not, property, text } from './builders.js'
import type { Expr } from './plan.js'

/**
 * An event's groups are its property `$groups`, as PostHog's clients send it: {company: "acme"}. Ingestion puts them
 * there, those of the device's last group calls included.
 */
export const groupsProperty = '$groups'

/** The type of groups whose call names none. */
export const usualGroupType = 'company'

/**
 * Whether a name may be the type of groups: 1 to 100 letters, digits, `_`, `-` and spaces, the first and the last of
 * them a letter or a digit. A dot would end it in the names of fields.
 */
export const isGroupType = (name: string): boolean =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N}_ -]{0,98}[\p{L}\p{N}])?$/u.test(name)

/** Why a name is no type of groups. */
export const noGroupType = (name: string): string =>
  `${name} must be a type of groups: 1 to 100 letters, digits, _, - and spaces, from a letter or digit to a letter or digit`

/** The id of an event's group of this type; null for an event without one. */
export const groupIdOf = (type: string): Expr => property(`${groupsProperty}.${type}`, 'text')

/** Whether an event has a group of this type. */
export const hasGroup = (type: string): Expr => compare('ne', coalesce(groupIdOf(type), text('')), text(''))

/** The members of a group call among the traits of its device. The group's own traits are in `group`. */
export const groupCall = { type: 'group_type', id: 'group_id', traits: 'group' } as const

/** The id of the group that a row of `traits` is about; null if it is no group call. */
export const calledGroup: Expr = property(groupCall.id, 'text', 'traits')

/** Whether a row of `traits` is a call about a group of this type. */
export const isCallOf = (type: string): Expr =>
  and(equals(property(groupCall.type, 'text', 'traits'), text(type)), not(missing(calledGroup)))
