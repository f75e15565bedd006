import {
  breakdownOperator,
  cohortsOperator,
  lifecycleOperator,
  presenceOperator,
  sequenceOperator,
  type OperatorNode,
  type PresenceOptions,
  type Relation,
} from '../../../../contract/index.js'
import { cohortsGroupByDevice } from '../../../sql/cohorts.js'
import { identityFacts, type IdentityFacts } from '../../../sql/identity/facts.js'
import { resolved } from '../../../sql/identity/nodes.js'
import type { Dialect } from '../../../sql/dialect.js'
import type { Rule } from '../../../sql/optimizer.js'
import { deferIdentityJoin } from '../../../sql/rules/defer-identity-join.js'
import { distinctToBitmap } from '../../../sql/rules/distinct-to-bitmap.js'
import { dropInnerBounds } from '../../../sql/rules/drop-inner-bounds.js'
import { dropImpliedConditions } from '../../../sql/rules/drop-implied-conditions.js'
import { identitySemiJoin } from '../../../sql/rules/identity-semi-join.js'
import { lowerUnfit } from '../../../sql/rules/lower-unfit.js'
import { matchViews, type ViewFacts } from '../../../sql/rules/match-views.js'
import { narrowTextTests } from '../../../sql/rules/narrow-text-tests.js'
import { personsByDimensionOperator } from '../../../sql/persons-by-dimension.js'
import { joinToSemiJoin } from '../../../sql/rules/join-to-semi-join.js'
import { pruneColumns } from '../../../sql/rules/prune-columns.js'
import { pushAggregateBelowIdentity } from '../../../sql/rules/push-aggregate-below-identity.js'
import { readInOrder } from '../../../sql/rules/read-in-order.js'
import { readPromotedColumns, type PromotedFacts } from '../../../sql/rules/read-promoted-columns.js'
import { resolveAfterGrouping } from '../../../sql/rules/resolve-after-grouping.js'
import { resolveScans } from '../../../sql/rules/resolve-persons.js'
import { timesBySlot } from '../../../sql/rules/times-by-slot.js'
import { ungroupKeys } from '../../../sql/rules/ungroup-keys.js'
import { topKThenFetch } from '../../../sql/rules/top-k-then-fetch.js'
import { cohortsFitClickHouse } from '../cohorts.js'
import { mostBits } from '../bitmap/activity.js'
import { clickhouseDialect } from '../dialect.js'
import { lifecycleFitsClickHouse } from '../lifecycle.js'
import { presenceFits } from '../presence.js'
import { lowerOtherSequence, sequenceFits, sequenceGroupsByDevice } from '../sequence.js'
import { breakdownToBitmap } from './breakdown-to-bitmap.js'
import { breakdownToLists } from './breakdown-to-lists.js'
import { endsBySlot } from './ends-by-slot.js'
import { groupWithHistory } from './group-with-history.js'
import { labelsToPositions } from './labels-to-positions.js'
import { lowerBreakdown } from './lower-breakdown.js'
import { narrowHistory, type SessionFacts } from './narrow-history.js'
import { selectStepRows } from './select-step-rows.js'

/** Returns the names of the operators that a dialect of ClickHouse compiles, or that its rules rewrite. */
export const nativeOperators = ({ operators }: Pick<Dialect, 'operators'>): ReadonlySet<string> =>
  new Set([...Object.keys(operators), breakdownOperator.name])

/** Returns the facts that rules use about ClickHouse, on one server or on a cluster, with the size of the map of persons. */
export const clickhouseFacts = (cluster: string | null, mapped: number | null): IdentityFacts =>
  identityFacts(clickhouseDialect, cluster !== null, mapped)

/**
 * ClickHouse's rules, in the order in which they run. A breakdown becomes a bitmap or its lowering before
 * views are matched, because views answer the rows of either. Other distinct counts become bitmaps after
 * that, so that they read a view's few rows. Persons are resolved once the rows to read are known.
 */
export const clickhouseRules: readonly Rule<ViewFacts & IdentityFacts & PromotedFacts & SessionFacts>[] = [
  topKThenFetch,
  joinToSemiJoin,
  narrowTextTests,
  dropInnerBounds,
  breakdownToBitmap,
  breakdownToLists,
  lowerBreakdown,
  endsBySlot,
  matchViews,
  timesBySlot,
  distinctToBitmap({ mostBits, sessions: true }),
  lowerUnfit(lowered),
  selectStepRows,
  dropImpliedConditions,
  pruneColumns,
  ungroupKeys,
  narrowHistory,
  groupWithHistory,
  resolveScans,
  identitySemiJoin,
  pushAggregateBelowIdentity,
  resolveAfterGrouping(groupsByDevice),
  deferIdentityJoin,
  labelsToPositions,
  readInOrder,
  readPromotedColumns,
]

/** Whether an operator can group rows by device before persons are resolved. */
function groupsByDevice(node: OperatorNode): boolean {
  switch (node.operator) {
    case presenceOperator.name:
      return !(node.options as PresenceOptions).by.some((name) => resolved.has(name))
    case lifecycleOperator.name:
    case personsByDimensionOperator:
      return true
    case cohortsOperator.name:
      return cohortsGroupByDevice(node)
    case sequenceOperator.name:
      return sequenceGroupsByDevice(node)
    default:
      return false
  }
}

/** Returns the lowering of an operator whose options exceed ClickHouse's own form, or null if they fit. */
function lowered(node: OperatorNode): Relation | null {
  switch (node.operator) {
    case presenceOperator.name:
      return presenceFits(node) ? null : presenceOperator.lower(node)
    case lifecycleOperator.name:
      return lifecycleFitsClickHouse(node) ? null : lifecycleOperator.lower(node)
    case cohortsOperator.name:
      return cohortsFitClickHouse(node) ? null : cohortsOperator.lower(node)
    case sequenceOperator.name:
      return sequenceFits(node) ? null : lowerOtherSequence(node)
    default:
      return null
  }
}
