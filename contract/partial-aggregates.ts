import { choose, column, count, countDistinct, math, max, min, missing, number, sum } from './builders.js'
import type { Expr, Measure } from './plan.js'

/** A measure in two steps: first over groups finer than requested, then over the results of those groups. */
export interface PartialMeasures {
  /** Additional keys of the finer groups. */
  readonly keys: Readonly<Record<string, Expr>>
  readonly measures: Readonly<Record<string, Measure>>
  readonly merged: Readonly<Record<string, Measure>>
  /** The value, if it is not simply the merged measure `value`. */
  readonly value: Expr | null
}

/** Returns the two steps of a measure, or null if it cannot be combined from partial aggregates. */
export function partialMeasures(measure: Measure): PartialMeasures | null {
  const part = column('part')
  switch (measure.kind) {
    case 'count':
      return { keys: {}, measures: { part: count() }, merged: { value: sum(part) }, value: null }
    case 'count-distinct':
      return {
        keys: { part: measure.value },
        measures: {},
        merged: { value: countDistinct(part) },
        value: null,
      }
    case 'sum':
      return { keys: {}, measures: { part: measure }, merged: { value: sum(part) }, value: null }
    case 'min':
      return { keys: {}, measures: { part: measure }, merged: { value: min(part) }, value: null }
    case 'max':
      return { keys: {}, measures: { part: measure }, merged: { value: max(part) }, value: null }
    case 'avg': {
      const known = sum(choose([{ when: missing(measure.value), then: number(0) }], number(1)))
      return {
        keys: {},
        measures: { part: sum(measure.value), known },
        merged: { total: sum(part), values: sum(column('known')) },
        value: math('/', column('total'), column('values')),
      }
    }
    case 'quantile':
    case 'first':
    case 'last':
      return null
  }
}
