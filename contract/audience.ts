import type { TSchema } from 'typebox'
import type { Expr, Relation } from './plan.js'
import type { DidUse, TraitUse } from './question.js'
import type { SourceName } from './sources.js'
import { serviceRef } from './service-ref.js'
import type { Records } from './storage.js'

/**
 * One filter: the condition that a row must meet. If it filters by a trait, the trait's columns must be
 * joined first.
 */
export interface AskedCondition {
  readonly holds: Expr
  readonly trait: TraitUse | null
}

/** Reads the filters of a JSON body over the rows of a source. A 422 names the location under `path`. */
export type ReadConditions = (
  source: SourceName,
  filters: readonly unknown[] | undefined,
  path: string,
) => readonly AskedCondition[]

/** A filter tree about persons, as a condition on their traits and numbers of events. */
export interface AskedPersons {
  /** Null if what `did` requires is all. */
  readonly filter: Expr | null
  readonly traits: readonly TraitUse[]
  readonly did: readonly DidUse[]
}

/**
 * Reads a filter tree about persons. A condition on a column or a property of events holds if some event of
 * the person meets it. Events later than now do not count. A 422 names the node under `path`.
 */
export type ReadPersons = (node: unknown, path: string) => AskedPersons

/** The context in which an audience is resolved. */
export interface AudienceAsk {
  /** Milliseconds since 1970 UTC. */
  readonly now: number
  readonly workspaceId: string
  readonly conditions: ReadConditions
  readonly persons: ReadPersons
}

/** Supplied by the plugin that manages audiences; without it, queries cannot be restricted to an audience. */
export interface AudienceSource {
  /**
   * Returns the distinct persons in one column, `member`; null if the workspace has no such audience. One
   * record read.
   */
  members(ask: AudienceAsk, id: string): Promise<Relation | null>
  /** Returns the names of the workspace's audiences that use this field, as the transaction sees them. */
  namesUsing?(records: Records, workspaceId: string, field: string): Promise<readonly string[]>
  /** Audiences that are not saved; absent if bodies can only name saved ones. */
  readonly inline?: {
    /** The schema of a definition. */
    readonly definition: TSchema
    /** The same for a definition that fits the schema. Throws a 422 for an invalid filter. */
    members(ask: AudienceAsk, definition: unknown): Relation
  }
}

export const audiences = serviceRef<AudienceSource>('audiences')
