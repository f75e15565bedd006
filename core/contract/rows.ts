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
import type { Expr, PropertyForm, Relation } from './plan.js'
import type { Breakdown, Question, TraitUse } from './question.js'

export const noneLabel = '(none)'
export const otherLabel = '(other)'

export interface RowsOptions {
  /** Instead of the question's range: for metrics that look behind it. */
  readonly interval?: { readonly from: number | null; readonly to: number | null }
  /** A condition of the metric's own, beside the question's filter. */
  readonly where?: Expr | undefined
}

/** The rows a question is about: its source inside the range, of its persons, filtered; with a breakdown they carry `dimension`. */
export function rowsOf(question: Question, options: RowsOptions = {}): Relation {
  const rows = labelledRows(question, options)
  return question.breakdown === null ? rows : withDimension(rows, keptLabels(rows, question.breakdown))
}

/** The columns that split an answer: `dimension` if the question has a breakdown. */
export const splitOf = (question: Question): readonly string[] =>
  question.breakdown === null ? [] : ['dimension']

/** The same rows before the breakdown's values are cut to the largest: they carry `label`, which may be null. */
export function labelledRows(question: Question, options: RowsOptions): Relation {
  const { from, to } = options.interval ?? question.range
  let rows = scan(question.source, from, to)
  // First, as engines have a way of their own to keep certain persons' rows of a scan.
  if (question.members !== null)
    rows = join('inner', rows, question.members, [{ left: 'person', right: 'member' }])
  for (const trait of question.traits) rows = withTrait(rows, trait)
  const conditions = [options.where, question.filter].filter((term) => term !== null && term !== undefined)
  if (conditions.length > 0) rows = where(rows, and(...conditions))
  return question.breakdown === null ? rows : derive(rows, { label: question.breakdown.label })
}

/** A label as it is reported: null and '' are "(none)". */
export function shownLabel(label: Expr): Expr {
  const none = text(noneLabel)
  return choose([{ when: equals(label, text('')), then: none }], coalesce(label, none))
}

const shown = shownLabel(column('label'))

/** The labels that keep a dimension of their own. */
export type LabelChoice = Pick<Breakdown, 'limit' | 'names'>

/** The labels that are told apart: those named, or those with the most rows, of equal ones the first by name. */
export function keptLabels(labelled: Relation, { limit, names }: LabelChoice): Relation {
  const counted = aggregate(labelled, { label: column('label') }, { rows: count() })
  const ranked = aggregate(counted, { kept_label: shown }, { kept: sum(column('rows')) })
  if (names !== undefined) return where(ranked, isIn(column('kept_label'), names))
  return sort(ranked, [descending(column('kept')), ascending(column('kept_label'))], limit)
}

/** Rows that have a `label` with the `dimension` it is reported under. */
export function withDimension(labelled: Relation, kept: Relation): Relation {
  const joined = join('left', derive(labelled, { shown }), kept, [{ left: 'shown', right: 'kept_label' }])
  const dimension = choose([{ when: missing(column('kept')), then: text(otherLabel) }], column('shown'))
  return derive(joined, { dimension })
}

/**
 * The same for groups of rows by `bucket` and `label`, `rows` being how many each stands for. The largest labels are seen
 * from the groups themselves: joined with them, the rows would be read a second time.
 */
export function withDimensionOfGroups(groups: Relation, { limit, names }: LabelChoice): Relation {
  const told = derive(groups, { shown })
  const otherwise = text(otherLabel)
  if (names !== undefined)
    return derive(told, {
      dimension: choose([{ when: isIn(column('shown'), names), then: column('shown') }], otherwise),
    })
  const counted = window(told, [column('shown')], [ascending(column('bucket'))], {
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

/** Joins the person's current value of a trait, in all its forms: the latest that is not null. */
function withTrait(rows: Relation, { name, prefix }: TraitUse): Relation {
  const given = where(scan('traits'), property(name, 'exists', 'traits'))
  const forms = traitForms.map((form) => {
    const value = property(name, form, 'traits')
    return [`${prefix}_${form}`, last(value, column('timestamp'), column('seq'))] as const
  })
  const measures = { ...Object.fromEntries(forms), [`${prefix}_exists`]: count() }
  const current = aggregate(given, { [`${prefix}_person`]: column('person') }, measures)
  return join('left', rows, current, [{ left: 'person', right: `${prefix}_person` }])
}
