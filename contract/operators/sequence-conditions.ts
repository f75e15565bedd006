import type { Expr } from '../plan.js'

/**
 * Steps by condition: equal conditions are merged, and those that one row could meet together form a group.
 */
export interface StepConditions {
  readonly conditions: readonly Expr[]
  /** The index in `conditions` of each step's condition. */
  readonly ofStep: readonly number[]
  readonly groups: readonly (readonly number[])[]
}

export function stepConditions(steps: readonly Expr[]): StepConditions {
  const texts = steps.map((step) => JSON.stringify(step))
  const different = [...new Set(texts)]
  const conditions = different.map((text) => steps[texts.indexOf(text)] as Expr)
  return {
    conditions,
    ofStep: texts.map((text) => different.indexOf(text)),
    groups: overlapping(conditions),
  }
}

/** Whether no row can serve two of the steps: each then has a condition and a group of its own. */
export const noRowServesTwo = (steps: readonly Expr[]): boolean =>
  stepConditions(steps).groups.length === steps.length

/** The largest number of different conditions that one row could meet, counted transitively. */
export const largestOverlap = (steps: readonly Expr[]): number =>
  Math.max(0, ...stepConditions(steps).groups.map(({ length }) => length))

function overlapping(conditions: readonly Expr[]): readonly (readonly number[])[] {
  const wanted = conditions.map(demands)
  return conditions.reduce<readonly (readonly number[])[]>((groups, _, index) => {
    const meets = (other: number): boolean => compatible(wanted[index] ?? [], wanted[other] ?? [])
    const joined = groups.filter((group) => group.some(meets))
    const others = groups.filter((group) => !joined.includes(group))
    return [...others, [...joined.flat(), index].sort((a, b) => a - b)]
  }, [])
}

interface Demand {
  /** The compared expression, as JSON. */
  readonly of: string
  readonly values: ReadonlySet<unknown>
}

/** The equalities that a row must satisfy for the condition to be true. */
function demands(condition: Expr): readonly Demand[] {
  switch (condition.kind) {
    case 'and':
      return condition.terms.flatMap(demands)
    case 'compare': {
      const { op, left, right } = condition
      if (op !== 'eq' || right.kind !== 'literal') return []
      return [{ of: JSON.stringify(left), values: new Set([right.value]) }]
    }
    case 'in':
      return [{ of: JSON.stringify(condition.value), values: new Set(condition.options) }]
    default:
      return []
  }
}

const compatible = (a: readonly Demand[], b: readonly Demand[]): boolean =>
  !a.some((one) => b.some((other) => one.of === other.of && apart(one.values, other.values)))

const apart = (a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean =>
  ![...a].some((value) => b.has(value))
