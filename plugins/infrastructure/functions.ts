export const metricFunctions = [
  'avg',
  'sum',
  'min',
  'max',
  'rate',
  'last',
  'count',
  'median',
  'p50',
  'p75',
  'p90',
  'p95',
  'p99',
] as const
export type MetricFunction = (typeof metricFunctions)[number]

export const isMetricFunction = (text: string): text is MetricFunction =>
  (metricFunctions as readonly string[]).includes(text)

const levels = { median: 0.5, p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 } as const
export type QuantileFunction = keyof typeof levels

export const isQuantile = (fn: MetricFunction): fn is QuantileFunction => fn in levels
/** The level of a quantile, from 0 to 1. */
export const levelOf = (fn: QuantileFunction): number => levels[fn]
