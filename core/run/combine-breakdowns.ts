import {
  aggregate,
  and,
  bucket,
  choose,
  coalesce,
  column,
  compare,
  instant,
  literal,
  missing,
  nothing,
  not,
  number,
  or,
  scan,
  select,
  shownLabel,
  where,
  window,
  type Expr,
  type Interval,
  type Relation,
  type Row,
} from '../../contract/index.js'
import { oneBucket, type OneBucket } from './one-bucket.js'

/** A breakdown's rows, in the form of its own plan; `many` if it has more labels than it reports separately. */
export type BreakdownRows = readonly Row[] | 'many'

/** One plan in the place of several. */
export interface CombinedPlan {
  readonly plan: Relation
  /** Returns the rows of each plan that it stands for, by the plan's place in the list. */
  read(rows: readonly Row[]): ReadonlyMap<number, BreakdownRows>
}

/**
 * Combines breakdowns of the same rows by different labels and over different times: one statement is planned, and reads
 * the rows once. Plans that have nothing in common with another one are left out.
 *
 *     before   SELECT country, count() FROM events WHERE day = 1 GROUP BY country
 *              SELECT os, count() FROM events WHERE day = 1 GROUP BY os
 *              … and both again for day 2
 *
 *     after    SELECT day, country, os, count() FROM events WHERE day IN (1, 2)
 *              GROUP BY GROUPING SETS ((day, country), (day, os), (day))
 */
export function combineBreakdowns(plans: readonly (Relation | null)[]): readonly CombinedPlan[] {
  const alike = new Map<string, Placed[]>()
  for (const [place, plan] of plans.entries()) {
    const found = plan && oneBucket(plan)
    if (found === null) continue
    const group = alike.get(found.key)
    if (group === undefined) alike.set(found.key, [{ ...found, place }])
    else group.push({ ...found, place })
  }
  return [...alike.values()].flatMap((group) =>
    inRuns(group)
      .filter((run) => run.length > 1)
      .map(combined),
  )
}

interface Placed extends OneBucket {
  readonly place: number
}

/** Splits breakdowns into those whose times one scan reads without much between them. Overlapping times are apart. */
function inRuns(group: readonly Placed[]): readonly (readonly Placed[])[] {
  const runs: { asked: number; from: number; last: Interval; readonly parts: Placed[] }[] = []
  for (const one of group.toSorted((a, b) => a.range.from - b.range.from || a.range.to - b.range.to)) {
    const { range } = one
    const length = range.to - range.from
    const same = runs.find(({ last }) => last.from === range.from && last.to === range.to)
    const near = runs.find(
      ({ asked, from, last }) => last.to <= range.from && range.to - from <= 2 * (asked + length),
    )
    if (same !== undefined) same.parts.push(one)
    else if (near === undefined) runs.push({ asked: length, from: range.from, last: range, parts: [one] })
    else {
      near.asked += length
      near.last = range
      near.parts.push(one)
    }
  }
  return runs.map(({ parts }) => parts)
}

const labelName = (index: number): string => `label_${index}`

function combined(parts: readonly Placed[]): CombinedPlan {
  const [first] = parts
  if (first === undefined) throw new Error('nothing to combine')
  const { limit, measure } = first
  const labels = [...new Map(parts.map(({ label }) => [JSON.stringify(label), label]))]
  const ranges = [...new Map(parts.map(({ range }) => [range.from, range])).values()]
  const edges = [...new Set(ranges.flatMap(({ from, to }) => [from, to]))]
  const shown = labels.map(([, label], index) => [labelName(index), shownLabel(label)] as const)
  const names = shown.map(([name]) => name)
  const rows = first.over(scanOf(first, ranges), Object.fromEntries(shown))
  const by = { bucket: bucket(column('timestamp'), edges), ...columnsNamed(names) }
  const sets = [...names.map((name) => ['bucket', name]), ['bucket']]
  const grouped = aggregate(rows, by, { value: measure }, sets)
  const plan = withoutLong(inOneColumn(grouped, names), limit * ranges.length)
  const fieldOf = new Map(labels.map(([text], index) => [text, index]))
  return {
    plan,
    read(rows) {
      const groups = new Map<string, Row[]>()
      for (const row of rows) {
        const key = JSON.stringify([row['bucket'], row['field'] ?? null])
        const known = groups.get(key)
        if (known === undefined) groups.set(key, [row])
        else known.push(row)
      }
      const placeOf = ({ from }: Interval): number => edges.indexOf(from)
      const at = (range: Interval, field: number | null): readonly Row[] =>
        groups.get(JSON.stringify([placeOf(range), field])) ?? []
      const isLong = (field: number): boolean =>
        ranges.some((range) => at(range, field).length > limit) ||
        (rows.length > 0 && ranges.every((range) => at(range, field).length === 0))
      return new Map(
        parts.map(({ place, label, range }) => {
          const field = fieldOf.get(JSON.stringify(label)) ?? -1
          return [place, isLong(field) ? 'many' : asBreakdown(at(range, field), at(range, null))] as const
        }),
      )
    },
  }
}

/** The rows of all ranges, and none between them. */
function scanOf({ source }: OneBucket, ranges: readonly Interval[]): Relation {
  const [first, last] = [ranges[0], ranges.at(-1)]
  const gaps = ranges.slice(1).flatMap(({ from }, index) => {
    const end = ranges[index]?.to ?? from
    return end === from ? [] : [or(isBefore(end), not(isBefore(from)))]
  })
  const rows = scan(source, first?.from ?? null, last?.to ?? null)
  return gaps.length === 0 ? rows : where(rows, and(...gaps))
}

const isBefore = (ms: number): Expr => compare('lt', column('timestamp'), instant(ms))

const columnsNamed = (names: readonly string[]): Readonly<Record<string, Expr>> =>
  Object.fromEntries(names.map((name) => [name, column(name)]))

/**
 * A row of a grouping set has the label of its set only, which is never null.
 *
 *     bucket  label_0  label_1  value      bucket  field  dimension  value
 *     0       DE       null     3          0       0      DE         3
 *     0       null     iOS      2          0       1      iOS        2
 *     0       null     null     4          0       null   null       4
 */
function inOneColumn(grouped: Relation, names: readonly string[]): Relation {
  const branches = names.map((name, index) => ({ when: not(missing(column(name))), then: number(index) }))
  return select(grouped, {
    bucket: column('bucket'),
    field: choose(branches, nothing('int')),
    dimension: coalesce(...names.map((name) => column(name))),
    value: column('value'),
  })
}

/** Drops the fields with more rows than this, so that a field with a million labels does not return them. */
function withoutLong(rows: Relation, most: number): Relation {
  const counted = window(rows, [column('field')], [], { labels: { kind: 'total', value: literal(1, 'int') } })
  const kept = where(
    counted,
    or(missing(column('field')), not(compare('gt', column('labels'), number(most)))),
  )
  return select(kept, columnsNamed(['bucket', 'field', 'dimension', 'value']))
}

/** The rows of a breakdown with one bucket. */
const asBreakdown = (labelled: readonly Row[], whole: readonly Row[]): readonly Row[] => [
  ...labelled.flatMap(({ dimension = null, value = null }) => [
    { bucket: 0, dimension, value },
    { bucket: null, dimension, value },
  ]),
  ...whole.map(({ value = null }) => ({ bucket: null, dimension: null, value })),
]
