import { Refused } from './refused.js'
import { messageId } from './message-id.js'
import { pointLabels, type Labels } from './labels.js'
import { attributesOf } from './resource.js'
import type { Line } from './translated.js'
import { milliseconds, nanoseconds, number, type Tree } from './tree.js'

/** What the points of one metric have in common. */
export interface Series {
  readonly name: string
  readonly unit: string
  readonly service: string | null
  readonly source: string | null
  readonly labels: Labels
  /** Of sums and histograms. */
  readonly temporality: 'delta' | 'cumulative' | null
  /** Of sums: it only grows. */
  readonly monotonic: boolean
}

/** A point's line: a line of ours of the type, with `numbers`; `more` are labels beside its attributes. */
export type MakeLine = (
  type: 'gauge' | 'counter' | 'histogram',
  numbers: Line,
  more?: { readonly name?: string; readonly labels?: Labels },
) => Line

/** OTLP has no ids: a series has one point a time, however often it is sent. */
export function lineMaker(point: Tree, series: Series): MakeLine {
  const nanos = nanoseconds(point, 'timeUnixNano')
  if (nanos === null) throw new Refused('the data point has no time')
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

/** A number that may be missing, and counts as missing if it is NaN. */
export function known(point: Tree, name: string): number | null {
  const value = number(point, name)
  return value === null || Number.isNaN(value) ? null : value
}
