import { columnsOf, invalid, type Relation, type WorkspaceAsk } from '../contract/index.js'
import type { ExplainedPlan } from '../run/run-plan.js'

/** A formula has dozens of plans. */
const mostPlans = 100

export interface Explaining {
  /** Replaces the caller's `rows`: explains each plan and returns no rows. */
  readonly rows: WorkspaceAsk['rows']
  /** The plans so far, in the order in which they were asked. */
  readonly plans: () => Promise<readonly ExplainedPlan[]>
}

/** Only when a range of all time begins is really asked: the plans that follow depend on it. */
export function explaining(
  explain: (plan: Relation) => Promise<ExplainedPlan>,
  rows: WorkspaceAsk['rows'],
): Explaining {
  const found: Promise<ExplainedPlan>[] = []
  return {
    async rows(plan) {
      if (found.length === mostPlans)
        throw invalid('metric', `more than ${mostPlans} plans cannot be explained at once`)
      const explained = explain(plan)
      found.push(explained)
      await explained
      return isEarliest(plan) ? rows(plan) : []
    },
    plans: () => Promise.all(found),
  }
}

/** See ask-question.ts: the time of the first row of a source. */
export const isEarliest = (plan: Relation): boolean => Object.keys(columnsOf(plan)).join() === 'earliest'
