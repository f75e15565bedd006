import type { Dialect } from '../dialect.js'

/** The facts about an engine for the rules that move the resolution of persons. */
export interface IdentityFacts {
  /** Rows are sharded by device: each shard joins its own rows with its own links, and no links are sent. */
  readonly sharded: boolean
  /**
   * Whether the engine has partial states of distinct counts
   * (`distinct`), of those of keys as lists of values (`lists`), and of first and last values (`ends`).
   */
  readonly partials: { readonly distinct: boolean; readonly lists: boolean; readonly ends: boolean }
  /**
   * The number of devices in the engine's map of persons, which has only devices whose person is another one; null if the
   * statement reads the links themselves.
   */
  readonly mapped: number | null
  /** Whether to join few rows with the links costs less than to group them by device first. */
  readonly joinsFew: boolean
  /** Tables are sorted by day, and reading in that order stops at the limit. */
  readonly liesByDay: boolean
}

export const identityFacts = (
  dialect: Dialect,
  sharded: boolean,
  mapped: number | null = null,
): IdentityFacts => ({
  sharded,
  mapped,
  joinsFew: dialect.joinsFew === true,
  partials: {
    distinct: dialect.distinctInParts !== undefined,
    lists: dialect.distinctInLists !== undefined,
    ends: dialect.endInParts !== undefined,
  },
  liesByDay: dialect.sortsByDay === true,
})
