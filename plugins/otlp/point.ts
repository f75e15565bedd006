import { Rejected } from './refused.js'
import { messageId } from './message-id.js'
import { pointLabels, type Labels } from './labels.js'
import { attributesOf } from './resource.js'
import type { Line } from './translated.js'
import { milliseconds, nanoseconds, number, type Tree } from './tree.js'

/** The common part of all points of one metric. */
export interface Series {
  readonly name: string
  readonly unit: string
  readonly service: string | null
  readonly source: string | null
  readonly labels: Labels
  /** For sums and histograms; null for the other kinds. */
  readonly temporality: 'delta' | 'cumulative' | null
  /** For sums: true if the sum only grows. */
  readonly monotonic: boolean
}

/** Makes a line of POST /v1/metrics for a point; `more` overrides the name and adds labels. */
export type MakeLine = (
  type: 'gauge' | 'counter' | 'histogram',
  numbers: Line,
  more?: { readonly name?: string; readonly labels?: Labels },
) => Line

/** The lines get ids from series and time, because OTLP has none and a series has one point at a time. Throws Rejected. */
export function lineMaker(point: Tree, series: Series): MakeLine {
  const nanos = nanoseconds(point, 'timeUnixNano')
  if (nanos === null) throw new Rejected('the data point must have a time')
  const labels = pointLabels(series.labels, attributesOf(point))
  const { unit, service, source } = series
  return (type, numbers, { name = series.name, labels: more = {} } = {}) => {
    const own = { ...labels, ...more }
    const temporality = type === 'gauge' ? null : (series.temporality ?? 'cumulative')
    const identity = Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      name,
      type,
      temporality,
      unit: unit === '' ? null : unit,
      service,
      source,
      labels: own,
      timestamp: milliseconds(nanos),
      message_id: messageId(name, type, temporality, service, source, identity, nanos),
      ...numbers,
    }
  }
}

/** A number. Returns null if it is missing or NaN. */
export function known(point: Tree, name: string): number | null {
  const value = number(point, name)
  return value === null || Number.isNaN(value) ? null : value
}
