import {
  aggregate,
  and,
  ascending,
  bucket,
  choose,
  coalesce,
  column,
  count,
  derive,
  descending,
  equals,
  join,
  last,
  missing,
  property,
  scan,
  select,
  sort,
  text,
  where,
} from './build.js'
import type { Expr, Measure, PropertyForm, Relation } from './plan.js'
import type { Question, TraitUse } from './question.js'

export const noneLabel = '(none)'
export const otherLabel = '(other)'

export interface RowsOptions {
  /** Instead of the question's range: for metrics that look behind it. */
  readonly interval?: { readonly from: number | null; readonly to: number | null }
  /** A condition of the metric's own, beside the question's filter. */
  readonly where?: Expr | undefined
}

/** The rows a question is about: its source inside the range, filtered; with a breakdown they carry `dimension`. */
export function rowsOf(question: Question, options: RowsOptions = {}): Relation {
  const { from, to } = options.interval ?? question.range
  let rows = scan(question.source, from, to)
  for (const trait of question.traits) rows = withTrait(rows, trait)
  const conditions = [options.where, question.filter].filter((term) => term !== null && term !== undefined)
  if (conditions.length > 0) rows = where(rows, and(...conditions))
  return question.breakdown === null ? rows : withDimension(rows, question.breakdown)
}

/** The columns that split an answer: `dimension` if the question has a breakdown. */
export const splitOf = (question: Question): readonly string[] =>
  question.breakdown === null ? [] : ['dimension']

/**
 * A series over rows: one row per bucket (and dimension) with its `value`; rows whose `bucket` is null hold the
 * value over the whole range, and there a null `dimension` is that of all dimensions together.
 */
export function seriesOf(question: Question, rows: Relation, value: Measure): Relation {
  const split = splitOf(question)
  const by = {
    bucket: bucket(column('timestamp'), question.edges),
    ...Object.fromEntries(split.map((name) => [name, column(name)])),
  }
  const sets = [['bucket', ...split], ...(split.length > 0 ? [split] : []), []]
  return aggregate(rows, by, { value }, sets)
}

/** seriesOf(rowsOf(question)): what most metrics are. */
export const series = (question: Question, value: Measure, options: RowsOptions = {}): Relation =>
  seriesOf(question, rowsOf(question, options), value)

function withDimension(rows: Relation, { label, limit }: NonNullable<Question['breakdown']>): Relation {
  const shown = choose(
    [{ when: equals(label, text('')), then: text(noneLabel) }],
    coalesce(label, text(noneLabel)),
  )
  const labelled = derive(rows, { label: shown })
  const ranked = aggregate(labelled, { label: column('label') }, { rows: count() })
  const kept = sort(ranked, [descending(column('rows')), ascending(column('label'))], limit)
  const joined = join('left', labelled, select(kept, { kept_label: column('label'), kept: column('rows') }), [
    { left: 'label', right: 'kept_label' },
  ])
  const dimension = choose([{ when: missing(column('kept')), then: text(otherLabel) }], column('label'))
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
