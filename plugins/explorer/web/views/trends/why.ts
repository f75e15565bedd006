import type { Asked } from '../../question/asked.js'
import { readBreakdown } from '../../question/breakdown.js'
import { usualZone, weekStart } from '../../question/calendar.js'
import { changeHref } from '../../question/change-href.js'
import type { FilterNode } from '../../question/filter-node.js'
import { autoGrain, grains } from '../../question/grain.js'
import { todayIn } from '../../question/month-grid.js'
import { bucketAndBefore, lastAndBefore } from '../../question/periods.js'
import { filtersOf, questionIn } from '../../question/series.js'
import { valueFilter } from '../../question/value-filter.js'
import type { Known } from './spec.js'

interface Point {
  /** The date of its bucket; undefined without points. */
  readonly date: string | undefined
  /** Whether it is the last date, whose bucket need not be over. */
  readonly last?: boolean
  /** The key of its dimension; null or undefined for the whole series. */
  readonly dimension?: string | null
}

/** The address that explains why a series changed at a point; null if no filter selects its line. */
export function whyOf(
  { spec, metric }: Known,
  asked: Asked,
  { date, last, dimension }: Point,
): string | null {
  // A saved question has a range and parameters of its own.
  if (date === undefined || questionIn(spec) !== null) return null
  const line = dimension === undefined || dimension === null ? [] : lineFilters(asked.breakdown, dimension)
  if (line === null) return null
  const { timezone, audience, range, granularity } = asked
  const grain = grains.find((one) => one === granularity) ?? autoGrain(range)
  const zone = timezone === '' ? usualZone() : timezone
  const ranges =
    last === true
      ? lastAndBefore(date, grain, weekStart(), todayIn(zone))
      : bucketAndBefore(date, grain, weekStart())
  const filters = [...asked.filters, ...filtersOf(spec), ...line]
  return changeHref({ metric: metric.key, params: spec.params ?? {}, filters, timezone, audience, ...ranges })
}

function lineFilters(breakdown: string, dimension: string): readonly FilterNode[] | null {
  const { fields } = readBreakdown(breakdown)
  const [only] = fields
  if (only === undefined || fields.length > 1 || only.bins !== undefined || only.unit !== undefined)
    return null
  const filter = valueFilter(only.field, dimension)
  return filter === null ? null : [filter]
}
