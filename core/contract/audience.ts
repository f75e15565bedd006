import type { Expr, Relation } from './plan.js'
import type { TraitUse } from './question.js'
import type { SourceName } from './sources.js'
import { serviceRef } from './service-ref.js'

/** One filter: what must hold of a row; one over a trait reads columns that have to be joined to it. */
export interface AskedCondition {
  readonly holds: Expr
  readonly trait: TraitUse | null
}

/** Filters of a JSON body over the rows of a source, one by one; a 422 names the place under `path`. */
export type ReadConditions = (
  source: SourceName,
  filters: readonly unknown[] | undefined,
  path: string,
) => readonly AskedCondition[]

/** What an audience is asked in. */
export interface AudienceAsk {
  /** Milliseconds since 1970 UTC. */
  readonly now: number
  readonly workspaceId: string
  readonly conditions: ReadConditions
}

/** Supplied by the plugin that keeps audiences; without one, questions cannot be restricted to any. */
export interface AudienceSource {
  /** Distinct persons as the one column `member`; null: the workspace has no such audience. One record read. */
  members(ask: AudienceAsk, id: string): Promise<Relation | null>
}

export const audiences = serviceRef<AudienceSource>('audiences')
