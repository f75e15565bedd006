import {
  bySize,
  shownDimension,
  type Breakdown,
  type Row,
  type ShownDimension,
} from '../../contract/index.js'

interface Cohort {
  readonly cohort_date: string
  readonly cohort_size: number
  /** Number of persons who returned n periods later, for each column n; the first is the whole cohort. */
  readonly counts: readonly number[]
  /** `counts` as shares of the cohort, 0 to 1. */
  readonly retention: readonly number[]
}

/** Cohorts and the means of their columns. */
export interface RetentionTable {
  readonly cohorts: readonly Cohort[]
  readonly averages: readonly number[]
  readonly weighted_averages: readonly number[]
}

export interface RetentionBreakdown extends RetentionTable, ShownDimension {}

/** Number of columns of the cohort of a period: its periods that began inside the range. */
export const columnsOfCohort = (cohort: number, all: number, periods: number): number =>
  Math.min(periods, all - cohort)

/** The triangle from cells (`cohort`, `offset`, `persons`; equal ones add up); `labels` are the periods' dates. */
export function retentionTable(
  cells: readonly Row[],
  labels: readonly string[],
  periods: number,
): RetentionTable {
  const counts = labels.map((_, cohort) =>
    Array.from({ length: columnsOfCohort(cohort, labels.length, periods) }, () => 0),
  )
  for (const cell of cells) {
    const [cohort, offset] = [numberOf(cell, 'cohort'), numberOf(cell, 'offset')]
    const own = counts[cohort]
    if (own?.[offset] !== undefined) own[offset] += numberOf(cell, 'persons')
  }
  const cohorts = labels.flatMap((cohort_date, index) => {
    const own = counts[index] ?? []
    const [cohort_size = 0] = own
    if (cohort_size === 0) return []
    return [{ cohort_date, cohort_size, retention: own.map((count) => count / cohort_size), counts: own }]
  })
  return { cohorts, ...averagesOf(cohorts) }
}

/** Means of each column over the cohorts that have it. The first cohort has the most columns. */
function averagesOf(cohorts: readonly Cohort[]): Omit<RetentionTable, 'cohorts'> {
  const columns = (cohorts[0]?.counts ?? []).map((_, column) =>
    cohorts.filter(({ counts }) => counts[column] !== undefined),
  )
  const total = (list: readonly Cohort[], value: (one: Cohort) => number | undefined): number =>
    list.reduce((sum, one) => sum + (value(one) ?? 0), 0)
  return {
    averages: columns.map((list, column) => total(list, (one) => one.retention[column]) / list.length),
    weighted_averages: columns.map(
      (list, column) => total(list, (one) => one.counts[column]) / total(list, (one) => one.cohort_size),
    ),
  }
}

/** One table for each `dimension` of the cells, in the breakdown's order, or largest first by persons, then by name. */
export function retentionBreakdowns(
  cells: readonly Row[],
  labels: readonly string[],
  periods: number,
  { fields, order }: Pick<Breakdown, 'fields' | 'order'>,
): readonly RetentionBreakdown[] {
  const byDimension = new Map<string, Row[]>()
  for (const cell of cells) {
    const { dimension } = cell
    if (typeof dimension !== 'string') continue
    const own = byDimension.get(dimension)
    if (own === undefined) byDimension.set(dimension, [cell])
    else own.push(cell)
  }
  const sizeOf = ({ cohorts }: RetentionTable): number =>
    cohorts.reduce((sum, { cohort_size }) => sum + cohort_size, 0)
  const compare = bySize(order)
  return [...byDimension]
    .map(([name, own]) => [name, retentionTable(own, labels, periods)] as const)
    .sort(([a, one], [b, other]) => compare([a, sizeOf(one)], [b, sizeOf(other)]))
    .map(([name, table]) => ({ ...shownDimension(name, fields), ...table }))
}

const numberOf = (row: Row, name: string): number => {
  const value = row[name]
  return typeof value === 'number' ? value : 0
}
