import { parameters, post, type Call } from '../../api/call.js'
import type { Metric } from '../../data/metrics.js'
import { askedCodecs, askedParameters } from '../../question/asked.js'
import { filtersCodec } from '../../question/filter-link.js'
import { filterFields } from '../../question/filter-sent.js'
import { metricCall, type MetricParams } from '../../question/metric-call.js'
import { coverOf, type Days } from '../../question/periods.js'
import { valueFilter } from '../../question/value-filter.js'
import { json, text } from '../../router/codec.js'
import { hrefOf } from '../../router/location.js'
import type { StateOf } from '../../router/use-url-state.js'

export interface ValueChange {
  readonly value: string
  readonly before: number
  readonly after: number
  readonly change: number
  /** Null if values do not add up, or the whole did not change. */
  readonly share: number | null
}

export interface FieldChange {
  readonly field: string
  readonly share: number | null
  readonly values: readonly ValueChange[]
}

export interface ChangeData {
  readonly before: number
  readonly after: number
  readonly change: number
  readonly before_range: Days
  readonly after_range: Days
  readonly fields: readonly FieldChange[]
}

const isTexts = (value: unknown): value is MetricParams =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')

const { timezone, filters, audience } = askedCodecs

export const codecs = {
  /** '' for the first metric. */
  metric: text(),
  params: json<MetricParams>({}, isTexts),
  /** '' for the seven days before `after`. */
  before: text(),
  /** '' for the last seven days that are over. */
  after: text(),
  timezone,
  filters,
  audience,
}

/** The state of the view, with its metric and its ranges. */
export interface ChangeState extends Omit<StateOf<typeof codecs>, 'metric'> {
  readonly metric: Metric
}

export function changeCall({
  metric,
  params,
  before,
  after,
  timezone,
  filters,
  audience,
}: ChangeState): Call {
  const { actor, ...own } = params
  const fields = parameters({ before, after, timezone, audience_id: audience, actor })
  return post('/api/v1/metrics/explain-change', {
    metric: metric.key,
    ...(Object.keys(own).length === 0 ? {} : { params: own }),
    ...Object.fromEntries(fields),
    ...filterFields(filters),
  })
}

/** The persons behind a value in one of the ranges; null if the metric has none for a whole range. */
export function peopleCall(
  { metric, params, timezone, filters, audience, ...ranges }: ChangeState,
  side: 'before' | 'after',
  field: string,
  value: string,
): Call | null {
  if (metric.people === null || metric.kind === 'ratio' || valueFilter(field, value) === null) return null
  const asked = askedParameters({ range: ranges[side], timezone, filters, audience })
  const point = parameters({ breakdown: field, breakdown_limit: 1000, dimension: value })
  return metricCall(metric, params, [...asked, ...point], 'people')
}

/** The address of a value's line over both ranges; null for the rest of the values. */
export function lineHref(
  { metric, params, timezone, filters, audience, after }: ChangeState,
  { before_range, after_range }: ChangeData,
  field: string,
  value: string,
): string | null {
  const own = valueFilter(field, value)
  if (own === null) return null
  const spec = { metric: metric.key, ...(Object.keys(params).length === 0 ? {} : { params }) }
  const texts = {
    series: JSON.stringify([spec]),
    range: coverOf(before_range, after_range) ?? after,
    filters: filtersCodec.write([...filters, own]) ?? '',
    timezone,
    audience,
  }
  return hrefOf('/trends', Object.fromEntries(Object.entries(texts).filter(([, part]) => part !== '')))
}

/** What a bar shows of a value, 0 to 1: its share, or else its change over the largest of the field. */
export function barOf({ change, share }: ValueChange, { values }: FieldChange): number {
  if (share !== null) return Math.min(1, Math.abs(share))
  const largest = Math.max(...values.map((one) => Math.abs(one.change)))
  return largest === 0 ? 0 : Math.abs(change) / largest
}
