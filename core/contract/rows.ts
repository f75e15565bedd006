import {
  aggregate,
  and,
  ascending,
  choose,
  coalesce,
  column,
  count,
  derive,
  descending,
  equals,
  isIn,
  join,
  last,
  missing,
  property,
  scan,
  sort,
  sum,
  text,
  where,
} from './build.js'
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

/** The labels that are told apart: those named, or those with the most rows, of equal ones the first by name. */
export function keptLabels(labelled: Relation, { limit, names }: Breakdown): Relation {
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
