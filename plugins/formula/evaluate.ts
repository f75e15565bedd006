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

/** The formula over one value a series. What is no finite real number is 0, in the very operation that gives it. */
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

/** How many steps an evaluation takes. */
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
