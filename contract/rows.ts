import {
  aggregate,
  and,
  ascending,
  choose,
  coalesce,
  column,
  compare,
  count,
  derive,
  descending,
  equals,
  isIn,
  join,
  last,
  missing,
  number,
  property,
  scan,
  sort,
  sum,
  text,
  where,
  window,
} from './builders.js'
import { actorRows } from './actors.js'
import type { AskedPersons } from './audience.js'
import { noneLabel, otherLabel } from './dimensions.js'
import { calledGroup, groupCall, groupIdOf, isCallOf } from './groups.js'
import { joinDid, personsRequired, requireDid, type WithFacts } from './did.js'
import type { Expr, Measure, PropertyForm, Relation } from './plan.js'
import type { Breakdown, Interval, Question, TraitUse } from './question.js'

export interface RowsOptions {
  /** Replaces the question's range, for metrics that look back before it. */
  readonly interval?: { readonly from: number | null; readonly to: number | null }
  /** The metric's own condition, in addition to the question's filter. */
  readonly where?: Expr | undefined
}

/**
 * Returns the rows of a question: its source within the range, restricted to its persons and filter. With a
 * breakdown they have a `dimension`.
 */
export function rowsOf(question: Question, options: RowsOptions = {}): Relation {
  const rows = labelledRows(question, options)
  return question.breakdown === null ? rows : withDimension(rows, keptLabels(rows, question.breakdown))
}

/** The columns that split a response: `dimension` if the question has a breakdown, else none. */
export const splitOf = (question: Question): readonly string[] =>
  question.breakdown === null ? [] : ['dimension']

/** The same rows before small labels are merged into "(other)". They have a `label`, which may be null. */
export function labelledRows(question: Question, options: RowsOptions): Relation {
  const { from, to } = options.interval ?? question.range
  let rows = scan(question.source, from, to)
  // First, because engines have an optimized way to restrict a scan to certain persons' rows.
  if (question.members !== null)
    rows = join('inner', rows, question.members, [{ left: 'person', right: 'member' }])
  const { did = [] } = question
  for (const use of did) if (use.required !== null) rows = requireDid(rows, use, question.range, withFacts)
  const read = did.filter(({ required }) => required === null)
  rows = withFacts(rows, { traits: question.traits, did: read }, question.range)
  const conditions = [options.where, question.filter].filter((term) => term !== null && term !== undefined)
  if (conditions.length > 0) rows = where(rows, and(...conditions))
  const { breakdown, actor } = question
  return actorRows(breakdown === null ? rows : derive(rows, { label: breakdown.label }), actor)
}

/**
 * Returns the persons who meet a filter tree (see ReadPersons). `range` is the time in which events count
 * where the tree names no range.
 * @param persons the persons to choose from, as `person`; null for all that can meet what the tree requires,
 *   or who have an event in the range if it requires nothing
 */
export function personsWho(
  persons: Relation | null,
  { filter, traits, did }: AskedPersons,
  range: Interval,
): Relation {
  const required = did.filter((use) => use.required !== null)
  const [first] = persons === null ? required : []
  const all = (): Relation =>
    aggregate(scan('events', range.from, range.to), { person: column('person') }, {})
  let known = persons ?? (first === undefined ? all() : personsRequired(first, range, withFacts))
  for (const use of required) if (use !== first) known = requireDid(known, use, range, withFacts)
  const read = did.filter((use) => use.required === null)
  known = withFacts(known, { traits, did: read }, range)
  return filter === null ? known : where(known, filter)
}

/** Joins the traits and the numbers of events of each row's person. */
const withFacts: WithFacts = (rows, { traits, did }, range) =>
  joinDid(traits.reduce(withTrait, rows), did, range, withFacts)

/** A label as reported: null and '' become "(none)". */
export function shownLabel(label: Expr): Expr {
  const none = text(noneLabel)
  return choose([{ when: equals(label, text('')), then: none }], coalesce(label, none))
}

const shown = shownLabel(column('label'))

/** The labels that are reported as dimensions of their own. */
export type LabelChoice = Pick<Breakdown, 'limit' | 'names'>

/**
 * Returns the labels to report separately: the named ones, or those with the most rows; ties go to the first
 * by name.
 */
export function keptLabels(labelled: Relation, { limit, names }: LabelChoice): Relation {
  const counted = aggregate(labelled, { label: column('label') }, { rows: count() })
  const ranked = aggregate(counted, { kept_label: shown }, { kept: sum(column('rows')) })
  if (names !== undefined) return where(ranked, isIn(column('kept_label'), names))
  return sort(ranked, [descending(column('kept')), ascending(column('kept_label'))], limit)
}

/** Adds the reported `dimension` to rows with a `label`. */
export function withDimension(labelled: Relation, kept: Relation): Relation {
  const joined = join('left', derive(labelled, { shown }), kept, [{ left: 'shown', right: 'kept_label' }])
  const dimension = choose([{ when: missing(column('kept')), then: text(otherLabel) }], column('shown'))
  return derive(joined, { dimension })
}

/**
 * Does the same for groups by `bucket` and `label`, with `rows` as their row counts. The largest labels are
 * computed from the groups themselves: a join would read the rows a second time.
 */
export function withDimensionOfGroups(groups: Relation, { limit, names }: LabelChoice): Relation {
  const named = derive(groups, { shown })
  const otherwise = text(otherLabel)
  if (names !== undefined)
    return derive(named, {
      dimension: choose([{ when: isIn(column('shown'), names), then: column('shown') }], otherwise),
    })
  const counted = window(named, [column('shown')], [ascending(column('bucket'))], {
    kept: { kind: 'total', value: column('rows') },
    earlier: { kind: 'min-before', value: column('rows') },
  })
  const marked = derive(counted, {
    begins: choose([{ when: missing(column('earlier')), then: number(1) }], number(0)),
  })
  const order = [descending(column('kept')), ascending(column('shown')), descending(column('begins'))]
  const placed = window(marked, [], order, { place: { kind: 'running-sum', value: column('begins') } })
  const large = compare('lte', column('place'), number(limit))
  return derive(placed, { dimension: choose([{ when: large, then: column('shown') }], otherwise) })
}

export const traitForms = ['text', 'number', 'boolean', 'label'] as const satisfies readonly PropertyForm[]

/** Joins the current value of a trait, the latest that is not null, in all its forms. */
export function withTrait(rows: Relation, use: TraitUse): Relation {
  const { name, prefix, group } = use
  if (group !== undefined) return withGroupTrait(rows, { ...use, group })
  const given = where(scan('traits'), property(name, 'exists', 'traits'))
  const current = aggregate(given, { [`${prefix}_person`]: column('person') }, latest(name, prefix))
  return join('left', rows, current, [{ left: 'person', right: `${prefix}_person` }])
}

/** The same for the trait of the row's group. */
function withGroupTrait(rows: Relation, { name, prefix, group }: TraitUse & { group: string }): Relation {
  const path = `${groupCall.traits}.${name}`
  const given = where(scan('traits'), and(isCallOf(group), property(path, 'exists', 'traits')))
  const current = aggregate(given, { [`${prefix}_group`]: calledGroup }, latest(path, prefix))
  const named = derive(rows, { [`${prefix}_of`]: groupIdOf(group) })
  return join('left', named, current, [{ left: `${prefix}_of`, right: `${prefix}_group` }])
}

function latest(name: string, prefix: string): Readonly<Record<string, Measure>> {
  const forms = traitForms.map((form) => {
    const value = property(name, form, 'traits')
    return [`${prefix}_${form}`, last(value, column('timestamp'), column('seq'))] as const
  })
  return { ...Object.fromEntries(forms), [`${prefix}_exists`]: count() }
}
