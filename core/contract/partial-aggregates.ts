import { choose, column, count, countDistinct, math, max, min, missing, number, sum } from './builders.js'
import type { Expr, Measure } from './plan.js'

/** A measure in two steps: over groups that are finer than the ones asked for, and over those groups' results. */
export interface MeasureParts {
  /** Further keys of the finer groups. */
  readonly keys: Readonly<Record<string, Expr>>
  readonly measures: Readonly<Record<string, Measure>>
  readonly merged: Readonly<Record<string, Measure>>
  /** The value, where it is not the one merged measure `value` itself. */
  readonly value: Expr | null
}

/** Null for a measure that cannot be put together from parts. */
export function inParts(measure: Measure): MeasureParts | null {
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
