import {
  columnsOf,
  invalid,
  type ExplainedPlan,
  type Relation,
  type WorkspaceAsk,
} from '../../contract/index.js'

/** A formula has dozens of plans. */
const mostPlans = 100

export interface Explaining {
  /** Replaces the caller's `rows`: explains each plan and returns no rows. */
  readonly rows: WorkspaceAsk['rows']
  /** The plans so far, in order. */
  readonly plans: () => Promise<readonly ExplainedPlan[]>
}

/**
 * Records the plans of a query. Only the start of an all_time range is really queried, because the plans that
 * follow depend on it; so is the span of a breakdown's bins.
 */
export function explaining(
  explain: (plan: Relation) => Promise<ExplainedPlan>,
  rows: WorkspaceAsk['rows'],
): Explaining {
  const found: Promise<ExplainedPlan>[] = []
  return {
    async rows(plan) {
      if (found.length === mostPlans)
        throw invalid('metric', `at most ${mostPlans} plans can be explained at once`)
      const explained = explain(plan)
      found.push(explained)
      await explained
      return isMeasuring(plan) ? rows(plan) : []
    },
    plans: () => Promise.all(found),
  }
}

/** Whether it is the plan for the first row's time (ask-question.ts) or for the span of bins (measure-bins.ts). */
export const isMeasuring = (plan: Relation): boolean =>
  Object.keys(columnsOf(plan)).every((name) => /^(?:earliest|least_\d|greatest_\d)$/.test(name))
