import {
  aggregate,
  ascending,
  choose,
  coalesce,
  column,
  count,
  countDistinct,
  descending,
  math,
  missing,
  number,
  numbersOf,
  quantile,
  select,
  sort,
  sum,
  type Expr,
  type Measure,
  type Relation,
} from '../../contract/index.js'
import type { Intensity, Size } from './input.js'
import { percentileOf } from './labels.js'

type Measures = Readonly<Record<string, Measure>>

/** A number of a group: the measures over its events, and the value computed from them. */
interface Figure {
  readonly measures: Measures
  readonly value: Expr
}

const events: Figure = { measures: { events: count() }, value: column('events') }
const persons: Figure = { measures: { persons: countDistinct(column('person')) }, value: column('persons') }
const summed = (name: string, value: Expr): Figure => ({
  measures: { [name]: sum(value) },
  value: column(name),
})

function sizeOf(size: Size): Figure {
  switch (size.type) {
    case 'count':
      return events
    case 'unique_actors':
      return persons
    case 'sum':
      return summed('size_sum', numbersOf(size.property, 'size/property'))
  }
}

function intensityOf(intensity: Exclude<Intensity, PerActor>): Figure {
  switch (intensity.type) {
    case 'avg_per_actor': {
      const measures = { ...events.measures, ...persons.measures }
      return { measures, value: math('/', events.value, persons.value) }
    }
    case 'unique_actors':
      return persons
    case 'avg': {
      // Not avg(): sums and counts of partial groups can be merged, so persons are resolved after grouping.
      const value = numbersOf(intensity.property, 'intensity/property')
      const known = sum(choose([{ when: missing(value), then: number(0) }], number(1)))
      const { measures, value: total } = summed('value_sum', value)
      return { measures: { ...measures, known }, value: math('/', total, column('known')) }
    }
  }
}

type PerActor = Extract<Intensity, { type: 'percentile_per_actor' }>

/** Rows of `group`, `size` and `intensity`, largest first, then by name; at most `limit`. */
export function groupsOf(rows: Relation, size: Size, intensity: Intensity, limit: number): Relation {
  const figures =
    intensity.type === 'percentile_per_actor'
      ? perActor(rows, size, intensity)
      : perGroup(rows, sizeOf(size), intensityOf(intensity))
  return sort(figures, [descending(column('size')), ascending(column('group'))], limit)
}

const group = { group: column('group') }

const perGroup = (rows: Relation, size: Figure, intensity: Figure): Relation =>
  figured(aggregate(rows, group, { ...size.measures, ...intensity.measures }), size.value, intensity.value)

/** Aggregates each person's events in each group first, then each group over its persons. */
function perActor(rows: Relation, size: Size, intensity: PerActor): Relation {
  const inner = size.type === 'sum' ? sizeOf(size).measures : {}
  const people = aggregate(rows, { ...group, person: column('person') }, { ...events.measures, ...inner })
  const percentile = quantile(column('events'), percentileOf(intensity))
  const outer =
    size.type === 'unique_actors' ? count() : sum(size.type === 'sum' ? column('size_sum') : events.value)
  const groups = aggregate(people, group, { outer, percentile })
  return figured(groups, column('outer'), column('percentile'))
}

/** Selects `group`, `size` and `intensity`; a missing number is 0. */
const figured = (groups: Relation, size: Expr, intensity: Expr): Relation =>
  select(groups, {
    ...group,
    size: coalesce(size, number(0)),
    intensity: coalesce(intensity, number(0)),
  })

/** One row with `total`, the sum of the sizes of all groups. A person counts once in each of their groups. */
export function totalOf(rows: Relation, size: Size): Relation {
  if (size.type !== 'unique_actors') {
    const { measures, value } = sizeOf(size)
    return select(aggregate(rows, {}, measures), { total: value })
  }
  const pairs = aggregate(rows, { ...group, person: column('person') }, {})
  return aggregate(pairs, {}, { total: count() })
}
