import type { Rule } from '../../../sql/optimizer.js'
import { matchViews, type ViewFacts } from '../../../sql/rules/match-views.js'
import { topKThenFetch } from '../../../sql/rules/top-k-then-fetch.js'
import { breakdownToBitmap } from './breakdown-to-bitmap.js'
import { distinctToBitmap } from './distinct-to-bitmap.js'

/**
 * What ClickHouse does to a plan before it is compiled, in this order. Views are matched before distinct counts become
 * bitmaps: the bitmaps are then made of a view's few rows.
 */
export const clickhouseRules: readonly Rule<ViewFacts>[] = [
  topKThenFetch,
  matchViews,
  distinctToBitmap,
  breakdownToBitmap,
]
