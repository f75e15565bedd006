import { finite } from '../../core/contract/index.js'
import type { Formula } from './parse.js'
import type { Operator } from './tokens.js'

const operations: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
}

/**
 * The formula's value for one value per series. Every operation whose result is not a finite real number gives 0, so
 * 1 + A/0 is 1.
 */
export function evaluate(formula: Formula, values: readonly number[]): number {
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
    case 'binary':
      return 1 + stepsOf(formula.left) + stepsOf(formula.right)
  }
}
