import type { Rule } from '../../sql/optimizer.js'
import { matchViews, type ViewFacts } from '../../sql/rules/match-views.js'
import { topKThenFetch } from '../../sql/rules/top-k-then-fetch.js'

/** What Postgres does to a plan before it is compiled, in this order. */
export const postgresRules: readonly Rule<ViewFacts>[] = [topKThenFetch, matchViews]
