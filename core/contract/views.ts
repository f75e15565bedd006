import type { Relation } from './plan.js'

/** How a materialized view stands to the rows that it is made of. */
export interface ViewState {
  readonly name: string
  /**
   * `whole`: it stands for every row. `delta`: what came in since is read beside it. `absent`: it does not answer, and the rows,
   * or another view, do.
   */
  readonly freshness: 'whole' | 'delta' | 'absent'
}

/** A rule of a store's optimiser that changed a plan. */
export interface FiredRule {
  readonly rule: string
  /** The whole plan after the rule. */
  readonly plan: Relation
}

/** A statement that answers a plan, or prepares that. */
export interface ExplainedStatement {
  /** What it finds out; `answer` for the one whose rows are the answer. */
  readonly purpose: string
  /** As the engine is given it. */
  readonly text: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** How a store would answer a plan now. */
export interface Explanation {
  /** In their order. */
  readonly rules: readonly FiredRule[]
  /** All views of the workspace. */
  readonly views: readonly ViewState[]
  /** The names of those that the answer is read from. */
  readonly reads: readonly string[]
  /** Every statement, in the order in which they run. */
  readonly statements: readonly ExplainedStatement[]
}
