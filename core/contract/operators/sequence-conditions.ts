import type { Expr } from '../plan.js'

/** Steps by what they ask: equal conditions are one, and those that one row could satisfy together are a group. */
export interface StepConditions {
  readonly conditions: readonly Expr[]
  /** Each step's condition, by its place in `conditions`. */
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

/** Whether no row can be an event of two of the steps: each has a condition and a group of its own. */
export const noRowServesTwo = (steps: readonly Expr[]): boolean =>
  stepConditions(steps).groups.length === steps.length

/** How many different conditions one row could satisfy, transitively, at most. */
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
  /** What is compared, as text. */
  readonly of: string
  readonly values: ReadonlySet<unknown>
}

/** The equalities a row must satisfy for the condition to be true. */
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
