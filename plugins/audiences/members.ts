import {
  aggregate,
  and,
  choose,
  column,
  compare,
  instant,
  join,
  last,
  max,
  not,
  nothing,
  number,
  or,
  property,
  scan,
  select,
  sum,
  traitForms,
  where,
  type AudienceAsk,
  type Expr,
  type Measure,
  type Relation,
  type TraitUse,
} from '../../core/contract/index.js'
import type { Definition } from './definition.js'
import { rulesOf, type Rule } from './rules.js'

/**
 * The distinct persons of a definition, as `member`: persons with an event until now who pass all of it. One pass
 * over the events counts for each person how often every rule was met; the current traits are joined to the persons.
 */
export function membersOf(definition: Definition, ask: Pick<AudienceAsk, 'now' | 'conditions'>): Relation {
  const { rules, conditions, traits } = rulesOf(definition, ask)
  const rows = rowsOf(rules, ask.now)
  const counts = rules.map((rule, index) => [nameOf(index), timesMet(rule, rows.from)] as const)
  const persons = aggregate(rows.relation, { person: column('person') }, Object.fromEntries(counts))
  const known = traits.length === 0 ? persons : withTraits(persons, traits)
  const terms = [...rules.map(passes), ...conditions]
  return select(terms.length === 0 ? known : where(known, and(...terms)), { member: column('person') })
}

/** Every event of those persons, of all time: what stands behind a list of them. */
export const eventsOf = (members: Relation, now: number): Relation =>
  join('inner', scan('events', null, now + 1), members, [{ left: 'person', right: 'member' }])

/**
 * Who has to have done something is among the rows of that; who only has to have done nothing may be anybody who
 * was ever there.
 */
function rowsOf(rules: readonly Rule[], now: number): { relation: Relation; from: number | null } {
  const end = now + 1
  if (rules.every(({ negated }) => negated)) return { relation: scan('events', null, end), from: null }
  const starts = rules.map(({ from }) => from)
  const from = starts.some((start) => start === null)
    ? null
    : Math.min(...starts.filter((start) => start !== null))
  const met = rules.map((rule) => isMet(rule, from))
  const [only] = met
  const condition = only !== undefined && met.length === 1 ? only : or(...met)
  return { relation: where(scan('events', from, end), condition), from }
}

/** `from`: where the rows begin anyway. */
const isMet = (rule: Rule, from: number | null): Expr =>
  rule.from === null || rule.from === from
    ? rule.holds
    : and(compare('gte', column('timestamp'), instant(rule.from)), rule.holds)

const timesMet = (rule: Rule, from: number | null): Measure =>
  sum(choose([{ when: isMet(rule, from), then: number(1) }], number(0)))

const nameOf = (index: number): string => `rule_${index}`

function passes({ least, traits, negated }: Rule, index: number): Expr {
  const often = compare('gte', column(nameOf(index)), number(least))
  const done = traits.length === 0 ? often : and(often, ...traits)
  return negated ? not(done) : done
}

/** The persons' current values of all the traits, in one pass: of each the latest that is not null. */
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
