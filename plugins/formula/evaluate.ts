import { finite } from '../../contract/index.js'
import { plainFunctions } from './plain.js'
import type { CallNode, Comparison, Condition, Formula, Operator, Tree } from './tree.js'

const operations: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
}

const comparisons: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

/** A tree without functions over series: it has a value for each bucket alone. */
export type Pointwise = Tree<never>

/** A function whose argument may read the results of those before it, as further series. */
export interface Call extends Pick<CallNode, 'name' | 'parameter'> {
  readonly of: Pointwise
}

/**
 * Takes the functions over series out of a formula, the inner ones first: each one's result takes the place of a further
 * series, after the `series` given ones.
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
      case 'plain':
        return { ...part, of: reduced(part.of) }
      case 'binary':
        return { ...part, left: reduced(part.left), right: reduced(part.right) }
      case 'if':
        return {
          kind: 'if',
          condition: reducedCondition(part.condition),
          then: reduced(part.then),
          otherwise: reduced(part.otherwise),
        }
      case 'call': {
        const { name, parameter } = part
        const of = reduced(part.of)
        return { kind: 'series', index: series + calls.push({ name, parameter, of }) - 1 }
      }
    }
  }
  const reducedCondition = (part: Condition<CallNode>): Condition<never> => {
    switch (part.kind) {
      case 'compare':
        return { ...part, left: reduced(part.left), right: reduced(part.right) }
      case 'not':
        return { kind: 'not', of: reducedCondition(part.of) }
      case 'and':
      case 'or':
        return { kind: part.kind, left: reducedCondition(part.left), right: reducedCondition(part.right) }
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
    case 'plain': {
      const { name, of, parameter } = formula
      return finite(plainFunctions[name].apply(evaluate(of, values), parameter))
    }
    case 'if':
      return evaluate(holds(formula.condition, values) ? formula.then : formula.otherwise, values)
  }
}

function holds(condition: Condition<never>, values: readonly number[]): boolean {
  switch (condition.kind) {
    case 'compare': {
      const { operator, left, right } = condition
      return comparisons[operator](evaluate(left, values), evaluate(right, values))
    }
    case 'not':
      return !holds(condition.of, values)
    case 'and':
      return holds(condition.left, values) && holds(condition.right, values)
    case 'or':
      return holds(condition.left, values) || holds(condition.right, values)
  }
}

/** The greatest number of nodes that one evaluation visits. */
export function stepsOf(formula: Formula | Condition<CallNode>): number {
  switch (formula.kind) {
    case 'number':
    case 'series':
      return 1
    case 'negate':
    case 'plain':
    case 'not':
      return 1 + stepsOf(formula.of)
    case 'call':
      return 1 + stepsOf(formula.of) + (formula.name === 'moving_average' ? formula.parameter : 0)
    case 'binary':
    case 'compare':
    case 'and':
    case 'or':
      return 1 + stepsOf(formula.left) + stepsOf(formula.right)
    case 'if':
      return 1 + stepsOf(formula.condition) + stepsOf(formula.then) + stepsOf(formula.otherwise)
  }
}
