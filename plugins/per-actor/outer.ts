import { avg, max, min, quantile, sum, type Expr, type Measure } from '../../contract/index.js'

export const outerFunctions = [
  'avg',
  'median',
  'p50',
  'p75',
  'p90',
  'p95',
  'p99',
  'min',
  'max',
  'sum',
] as const
export type OuterFunction = (typeof outerFunctions)[number]

/** The aggregate of the persons' values; null values are ignored. */
export function outerMeasure(name: OuterFunction, value: Expr): Measure {
  switch (name) {
    case 'avg':
      return avg(value)
    case 'median':
    case 'p50':
      return quantile(value, 0.5)
    case 'p75':
      return quantile(value, 0.75)
    case 'p90':
      return quantile(value, 0.9)
    case 'p95':
      return quantile(value, 0.95)
    case 'p99':
      return quantile(value, 0.99)
    case 'min':
      return min(value)
    case 'max':
      return max(value)
    case 'sum':
      return sum(value)
  }
}
