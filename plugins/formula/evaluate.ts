import { finite } from '../../contract/index.js'
import type { CallNode, Formula } from './parse.js'
import type { Operator } from './parse.js'

const operations: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
}

/** Everything but the functions: what has a value for each bucket alone. */
export type Pointwise =
  | Exclude<Formula, { readonly kind: 'binary' | 'negate' | 'call' }>
  | { readonly kind: 'negate'; readonly of: Pointwise }
  | {
      readonly kind: 'binary'
      readonly operator: Operator
      readonly left: Pointwise
      readonly right: Pointwise
    }

/** A function whose argument may read the results of those before it, as further series. */
export interface Call extends Pick<CallNode, 'name' | 'parameter'> {
  readonly of: Pointwise
}

/**
 * Takes the functions out of a formula, the inner ones first: each one's result takes the place of a further series, after
 * the `series` given ones.
 */
export function withoutCalls(
  formula: Formula,
  series: number,
): { readonly calls: readonly Call[]; readonly root: Pointwise } {
  const calls: Call[] = []
  const reduced = (part: Formula): Pointwise => {
    switch (part.kind) {
      case 'number':
      case 'series':
        return part
      case 'negate':
        return { kind: 'negate', of: reduced(part.of) }
      case 'binary':
        return { ...part, left: reduced(part.left), right: reduced(part.right) }
      case 'call': {
        const { name, parameter } = part
        const of = reduced(part.of)
        return { kind: 'series', index: series + calls.push({ name, parameter, of }) - 1 }
      }
    }
  }
  const root = reduced(formula)
  return { calls, root }
}

/**
 * The formula's value for one value per series. Every operation whose result is not a finite real number gives 0, so
 * 1 + A/0 is 1.
 */
export function evaluate(formula: Pointwise, values: readonly number[]): number {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'series':
      return values[formula.index] ?? 0
    case 'negate':
      return 0 - evaluate(formula.of, values)
    case 'binary': {
      const { operator, left, right } = formula
      return finite(operations[operator](evaluate(left, values), evaluate(right, values)))
    }
  }
}

/** Number of nodes that one evaluation visits. */
export function stepsOf(formula: Formula): number {
  switch (formula.kind) {
    case 'number':
    case 'series':
      return 1
    case 'negate':
      return 1 + stepsOf(formula.of)
    case 'call':
      return 1 + stepsOf(formula.of) + (formula.name === 'moving_average' ? formula.parameter : 0)
    case 'binary':
      return 1 + stepsOf(formula.left) + stepsOf(formula.right)
  }
}
