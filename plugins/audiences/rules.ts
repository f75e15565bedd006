import {
  and,
  column,
  equals,
  invalid,
  isIn,
  or,
  text,
  type AskedCondition,
  type AudienceAsk,
  type Expr,
  type TraitUse,
} from '../../core/contract/index.js'
import type { Definition, EventRule, Listed } from './definition.js'

const day = 86_400_000
/** As many as a question may have. */
const mostTraits = 20

/** Something a person did often enough, or did not. */
export interface Rule {
  /** The first instant that counts; null: all history. */
  readonly from: number | null
  /** Of an event. */
  readonly holds: Expr
  readonly least: number
  /** Of the person's traits, beside it. */
  readonly traits: readonly Expr[]
  readonly negated: boolean
}

/** A definition as conditions: all the rules, and all the conditions of the person's traits. */
export interface Rules {
  readonly rules: readonly Rule[]
  readonly conditions: readonly Expr[]
  /** What the conditions read, each trait once. */
  readonly traits: readonly TraitUse[]
}

/** A filter that makes no sense is a 422 that names its place under `definition`. */
export function rulesOf(definition: Definition, ask: Pick<AudienceAsk, 'now' | 'conditions'>): Rules {
  const { filters, events = [], lookback_days: lookback, members } = definition
  const from = lookback === undefined ? null : ask.now - lookback * day
  const filtered = ask.conditions('events', filters, 'definition/filters')
  const perEvent = events.map(({ filters: own }, index) =>
    ask.conditions('events', own, `definition/events/${index}/filters`),
  )
  const once = { least: 1, traits: [], negated: false }
  return {
    rules: [
      ...eventLevel(filtered).map((holds) => ({ ...once, from, holds })),
      ...events.map((rule, index) => eventRule(rule, perEvent[index] ?? [], ask.now)),
      ...(members === undefined ? [] : [{ ...once, from: null, holds: isListed(members) }]),
    ],
    conditions: traitLevel(filtered),
    traits: traitsOf([...filtered, ...perEvent.flat()]),
  }
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

const eventLevel = (filters: readonly AskedCondition[]): readonly Expr[] =>
  filters.filter(({ trait }) => trait === null).map(({ holds }) => holds)

const traitLevel = (filters: readonly AskedCondition[]): readonly Expr[] =>
  filters.filter(({ trait }) => trait !== null).map(({ holds }) => holds)

function traitsOf(filters: readonly AskedCondition[]): readonly TraitUse[] {
  const uses = filters.map(({ trait }) => trait).filter((trait) => trait !== null)
  const traits = [...new Map(uses.map((trait) => [trait.name, trait])).values()]
  if (traits.length > mostTraits)
    throw invalid('definition', `a definition has at most ${mostTraits} different traits`)
  return traits
}

/** A device without a user is whoever it belongs to now. */
function isListed(members: readonly Listed[]): Expr {
  const users = new Set(members.map(({ user_id }) => user_id).filter((id) => typeof id === 'string'))
  const anonymous = members.filter(({ user_id }) => typeof user_id !== 'string')
  const devices = new Set(anonymous.map(({ device_id }) => device_id))
  const terms = [
    ...(devices.size === 0 ? [] : [isIn(column('device_id'), [...devices])]),
    ...(users.size === 0 ? [] : [isIn(column('user_id'), [...users])]),
  ]
  const [only] = terms
  return only !== undefined && terms.length === 1 ? only : or(...terms)
}
