import { PlanError, type Columns, type Expr, type Measure } from '../../contract/index.js'
import { checkExpr, comparable, expectType, numeric, ordered } from './check-expr.js'

const extremes = ordered.filter((type) => type !== 'bool')

/** Checks a measure over rows with these columns by the rules of docs/operators.md. Throws PlanError. */
export function checkMeasure(measure: Measure, input: Columns): void {
  switch (measure.kind) {
    case 'count':
      return
    case 'count-distinct':
      expectType(measure.value, input, comparable, measure.kind)
      return
    case 'sum':
    case 'avg':
      expectType(measure.value, input, numeric, measure.kind)
      return
    case 'quantile':
      if (!(measure.level >= 0 && measure.level <= 1))
        throw new PlanError(`quantile: level ${measure.level} must be from 0 to 1`)
      expectType(measure.value, input, numeric, measure.kind)
      return
    case 'min':
    case 'max':
      expectType(measure.value, input, extremes, measure.kind)
      return
    case 'first':
    case 'last':
      checkExpr(measure.value, input)
      expectAll(measure.order, input, measure.kind)
      return
  }
}

/** Checks that every expression has a type that can be compared. Throws PlanError. */
export const expectAll = (exprs: readonly Expr[], input: Columns, use: string): void =>
  exprs.forEach((expr) => expectType(expr, input, comparable, use))
