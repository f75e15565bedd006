import type { Dialect } from '../dialect.js'

/** What the rules that move the resolution of persons know of an engine. */
export interface IdentityFacts {
  /** Rows are spread over shards by device: each joins its own rows with its own links, which need not travel. */
  readonly sharded: boolean
  /** What can be counted or chosen in parts that are put together later. */
  readonly parts: { readonly distinct: boolean; readonly ends: boolean }
  /** The tables lie by day, and reading in that order ends with as many rows as are wanted. */
  readonly liesByDay: boolean
}

export const identityFacts = (dialect: Dialect, sharded: boolean): IdentityFacts => ({
  sharded,
  parts: { distinct: dialect.distinctInParts !== undefined, ends: dialect.endInParts !== undefined },
  liesByDay: dialect.sortsByDay === true,
})
