import {
  and,
  column,
  equals,
  invalid,
  isIn,
  or,
  text,
  type AskedCondition,
  type AskedPersons,
  type AudienceAsk,
  type Expr,
  type TraitUse,
} from '../../contract/index.js'
import type { Definition, EventRule, Listed } from './definition.js'

const day = 86_400_000
/** Traits per definition, as many as a question may have. */
const mostTraits = 20

/** A number of events that a person must have (or, negated, must not have). */
export interface Rule {
  /** The first instant that counts, in milliseconds since 1970 UTC; null for all history. */
  readonly from: number | null
  /** The condition that an event must meet to count. */
  readonly holds: Expr
  /** The minimum number of events. */
  readonly least: number
  /** Conditions on the person's traits that must hold as well. */
  readonly traits: readonly Expr[]
  readonly negated: boolean
}

/** A compiled definition: a person is a member if all rules and all conditions on traits hold. */
export interface Rules {
  readonly rules: readonly Rule[]
  readonly conditions: readonly Expr[]
  /** The persons' traits that the conditions read, each once. */
  readonly traits: readonly TraitUse[]
  /** The traits of the events' groups that the rules read, each once. */
  readonly groupTraits: readonly TraitUse[]
  /** The filter tree of the definition, without the traits that the conditions read too; null without one. */
  readonly tree: AskedPersons | null
  /** Where events begin to count for filters, in milliseconds since 1970 UTC. */
  readonly from: number
}

/** Reads the filters of a definition. */
export type Reader = Pick<AudienceAsk, 'now' | 'conditions' | 'persons'>

/** Compiles a definition. Throws VALIDATION_ERROR with the path under `definition` for an invalid filter. */
export function rulesOf(definition: Definition, ask: Reader): Rules {
  const { filters, events = [], lookback_days: lookback, members } = definition
  const from = lookback === undefined ? null : ask.now - lookback * day
  const filtered = ask.conditions('events', filters, 'definition/filters')
  const perEvent = events.map(({ filters: own }, index) =>
    ask.conditions('events', own, `definition/events/${index}/filters`),
  )
  const all = traitsOf([...filtered, ...perEvent.flat()])
  const traits = all.filter((trait) => trait.group === undefined)
  const once = { least: 1, traits: [], negated: false }
  return {
    rules: [
      ...eventLevel(filtered).map((holds) => ({ ...once, from, holds })),
      ...events.map((rule, index) => eventRule(rule, perEvent[index] ?? [], ask.now)),
      ...(members === undefined ? [] : [{ ...once, from: null, holds: isListed(members) }]),
    ],
    conditions: traitLevel(filtered),
    traits,
    groupTraits: all.filter((trait) => trait.group !== undefined),
    tree: definition.filter === undefined ? null : treeOf(definition.filter, ask, traits),
    from: from ?? 0,
  }
}

function treeOf(node: unknown, ask: Reader, joined: readonly TraitUse[]): AskedPersons {
  const tree = ask.persons(node, 'definition.filter')
  const known = new Set(joined.map(({ prefix }) => prefix))
  return { ...tree, traits: tree.traits.filter(({ prefix }) => !known.has(prefix)) }
}

function eventRule(rule: EventRule, filters: readonly AskedCondition[], now: number): Rule {
  const { event, days, min_count: least = 1, negate: negated = false } = rule
  const named = equals(column('event_name'), text(event))
  const own = eventLevel(filters)
  return {
    from: now - days * day,
    holds: own.length === 0 ? named : and(named, ...own),
    least,
    traits: traitLevel(filters),
    negated,
  }
}

/** Whether the filter is about the person. A group is the event's, and so are its traits. */
const isOfPerson = ({ trait }: AskedCondition): boolean => trait !== null && trait.group === undefined

const eventLevel = (filters: readonly AskedCondition[]): readonly Expr[] =>
  filters.filter((one) => !isOfPerson(one)).map(({ holds }) => holds)

const traitLevel = (filters: readonly AskedCondition[]): readonly Expr[] =>
  filters.filter(isOfPerson).map(({ holds }) => holds)

function traitsOf(filters: readonly AskedCondition[]): readonly TraitUse[] {
  const uses = filters.map(({ trait }) => trait).filter((trait) => trait !== null)
  const traits = [...new Map(uses.map((trait) => [trait.prefix, trait])).values()]
  if (traits.length > mostTraits)
    throw invalid('definition', `definition must use at most ${mostTraits} different traits`)
  return traits
}

/** Returns the condition for an event of a listed person. A device without a user names the person it belongs to now. */
function isListed(members: readonly Listed[]): Expr {
  const users = new Set(members.map(({ user_id }) => user_id).filter((id) => typeof id === 'string'))
  const anonymous = members.filter(({ user_id }) => typeof user_id !== 'string')
  const nobody = members.findIndex(({ device_id, user_id }) => (user_id ?? device_id) === undefined)
  if (nobody !== -1)
    throw invalid(
      `definition/members/${nobody}/device_id`,
      `definition.members[${nobody}] requires device_id or user_id`,
    )
  const devices = new Set(anonymous.flatMap(({ device_id }) => device_id ?? []))
  const terms = [
    ...(devices.size === 0 ? [] : [isIn(column('device_id'), [...devices])]),
    ...(users.size === 0 ? [] : [isIn(column('user_id'), [...users])]),
  ]
  const [only] = terms
  return only !== undefined && terms.length === 1 ? only : or(...terms)
}
