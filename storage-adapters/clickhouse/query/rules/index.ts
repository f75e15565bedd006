import type { Rule } from '../../../sql/optimizer.js'
import { matchViews, type ViewFacts } from '../../../sql/rules/match-views.js'
import { topKThenFetch } from '../../../sql/rules/top-k-then-fetch.js'
import { breakdownToBitmap } from './breakdown-to-bitmap.js'
import { distinctToBitmap } from './distinct-to-bitmap.js'
import { lowerBreakdown } from './lower-breakdown.js'

/**
 * What ClickHouse does to a plan before it is compiled, in this order. A breakdown is a bitmap or lowered before views are
 * matched, which answer the rows of either. Other distinct counts become bitmaps afterwards: made of a view's few rows.
 */
export const clickhouseRules: readonly Rule<ViewFacts>[] = [
  topKThenFetch,
  breakdownToBitmap,
  lowerBreakdown,
  matchViews,
  distinctToBitmap,
]
