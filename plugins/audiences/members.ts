import {
  aggregate,
  and,
  choose,
  column,
  compare,
  count,
  instant,
  join,
  last,
  max,
  not,
  nothing,
  number,
  or,
  personsWho,
  property,
  scan,
  select,
  sum,
  traitForms,
  where,
  withTrait,
  type Expr,
  type Measure,
  type Relation,
  type TraitUse,
} from '../../contract/index.js'
import type { Definition } from './definition.js'
import { rulesOf, type Reader, type Rule } from './rules.js'

/**
 * Returns the distinct persons of a definition, as the column `member`: persons with an event until now who satisfy every
 * part. One pass over the events counts per person how often each rule was met; current traits are joined to the persons.
 */
export function membersOf(definition: Definition, ask: Reader): Relation {
  const { rules, conditions, traits, groupTraits, tree, from } = rulesOf(definition, ask)
  const range = { from, to: ask.now + 1 }
  if (tree !== null && rules.length === 0 && conditions.length === 0)
    return select(personsWho(null, tree, range), { member: column('person') })
  const rows = rowsOf(rules, groupTraits, ask.now)
  const steps = rules.map((rule, index) => stepOf(rule, `rule_${index}`, rows))
  const counts = steps.flatMap(({ name, times }) => (times === null ? [] : [[name, times] as const]))
  const persons = aggregate(rows.relation, { person: column('person') }, Object.fromEntries(counts))
  const known = traits.length === 0 ? persons : withTraits(persons, traits)
  const terms = [...steps.flatMap(({ passes }) => passes), ...conditions]
  const found = terms.length === 0 ? known : where(known, and(...terms))
  return select(tree === null ? found : personsWho(found, tree, range), { member: column('person') })
}

/** Returns all events of these persons up to now. */
export const eventsOf = (members: Relation, now: number): Relation =>
  join('inner', scan('events', null, now + 1), members, [{ left: 'person', right: 'member' }])

/** The events that are counted. */
interface Rows {
  readonly relation: Relation
  /** Where the events begin, in milliseconds since 1970 UTC; null for all history. */
  readonly from: number | null
  /** Whether every event meets the only rule of the definition. */
  readonly met: boolean
}

/**
 * Returns the events that rules can count. With at least one positive rule, the events that meet some rule suffice: they
 * include every person who can be a member. With only negated rules, members may have any events, so all are scanned.
 */
function rowsOf(rules: readonly Rule[], groupTraits: readonly TraitUse[], now: number): Rows {
  const end = now + 1
  const events = (from: number | null): Relation => groupTraits.reduce(withTrait, scan('events', from, end))
  if (rules.every(({ negated }) => negated)) return { relation: events(null), from: null, met: false }
  const starts = rules.map(({ from }) => from)
  const known = starts.filter((start) => start !== null)
  const from = known.length < starts.length ? null : Math.min(...known)
  const conditions = rules.map((rule) => isMet(rule, from))
  const [only] = conditions
  const met = only !== undefined && conditions.length === 1
  return { relation: where(events(from), met ? only : or(...conditions)), from, met }
}

/** Returns the condition for one event to meet a rule. @param from where the scanned events begin */
const isMet = (rule: Rule, from: number | null): Expr =>
  rule.from === null || rule.from === from
    ? rule.holds
    : and(compare('gte', column('timestamp'), instant(rule.from)), rule.holds)

interface Step {
  readonly name: string
  /** How often the person met the rule; null if every person among the events did. */
  readonly times: Measure | null
  readonly passes: readonly Expr[]
}

function stepOf(rule: Rule, name: string, rows: Rows): Step {
  const { least, traits, negated } = rule
  if (rows.met && least === 1) return { name, times: null, passes: traits }
  const done = [compare('gte', column(name), number(least)), ...traits]
  const times = rows.met
    ? count()
    : sum(choose([{ when: isMet(rule, rows.from), then: number(1) }], number(0)))
  return { name, times, passes: negated ? [not(and(...done))] : done }
}

/** Joins the current value of each trait to the persons, in one pass: the latest value that is not null. */
function withTraits(persons: Relation, traits: readonly TraitUse[]): Relation {
  const measures = traits.flatMap(({ name, prefix }) => {
    const given = choose(
      [{ when: property(name, 'exists', 'traits'), then: column('timestamp') }],
      nothing('time'),
    )
    const forms = traitForms.map((form) => {
      const value = property(name, form, 'traits')
      return [`${prefix}_${form}`, last(value, given, column('seq'))] as const
    })
    return [...forms, [`${prefix}_exists`, max(given)] as const]
  })
  const current = aggregate(scan('traits'), { owner: column('person') }, Object.fromEntries(measures))
  return join('left', persons, current, [{ left: 'person', right: 'owner' }])
}
