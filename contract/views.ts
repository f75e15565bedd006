import type { Relation } from './plan.js'
import type { WorkspaceRef } from './workspace.js'

/** The state of a materialized view relative to its base rows. */
export interface ViewState {
  readonly name: string
  /**
   * `whole`: it covers every row. `delta`: rows added since are read besides it. `absent`: it does not
   * answer; the rows or another view do.
   */
  readonly freshness: 'whole' | 'delta' | 'absent'
}

/** A rule of a store's optimizer that changed a plan. */
export interface FiredRule {
  readonly rule: string
  /** The whole plan after the rule. */
  readonly plan: Relation
}

/** A statement that answers a plan or prepares the answer. */
export interface ExplainedStatement {
  /** What it determines; `answer` for the statement whose rows are the answer. */
  readonly purpose: string
  /** The text sent to the engine. */
  readonly text: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** How a store would answer a plan now. */
export interface Explanation {
  /** In the order in which they fired. */
  readonly rules: readonly FiredRule[]
  /** All views of the workspace. */
  readonly views: readonly ViewState[]
  /** The names of the views that the answer is read from. */
  readonly reads: readonly string[]
  /** Every statement, in execution order. */
  readonly statements: readonly ExplainedStatement[]
}

/** A plan as requested, and how the store would answer it now. */
export interface ExplainedPlan extends Explanation {
  readonly plan: Relation
}

/** A rollup: a compact copy of a workspace's events, from which an engine answers queries where it can. */
export interface ViewReport {
  readonly name: string
  /**
   * The share of the stored parts that have the rollup, 0 to 1. Below 1, queries read the events themselves.
   */
  readonly built: number
  /** The UTC days (YYYY-MM-DD) on which the rollup differs from the events. */
  readonly differs: readonly string[]
}

export interface Views {
  /** Compares each rollup with the rows it summarizes. Reads all of the workspace's events. */
  check(workspace: WorkspaceRef): Promise<readonly ViewReport[]>
  /** Rebuilds the rollups from the events, in the background. Queries read the events meanwhile. */
  rebuild(workspace: WorkspaceRef): Promise<void>
}
