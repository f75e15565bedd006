import {
  cohortsOperator,
  lifecycleOperator,
  presenceOperator,
  type OperatorNode,
  type Relation,
} from '../../../contract/index.js'
import { cohortsGroupByDevice } from '../../sql/cohorts.js'
import { identityFacts, type IdentityFacts } from '../../sql/identity/facts.js'
import type { Rule } from '../../sql/optimizer.js'
import { deferIdentityJoin } from '../../sql/rules/defer-identity-join.js'
import { distinctToBitmap } from '../../sql/rules/distinct-to-bitmap.js'
import { dropInnerBounds } from '../../sql/rules/drop-inner-bounds.js'
import { identitySemiJoin } from '../../sql/rules/identity-semi-join.js'
import { lowerUnfit } from '../../sql/rules/lower-unfit.js'
import { matchViews, type ViewFacts } from '../../sql/rules/match-views.js'
import { narrowTextTests } from '../../sql/rules/narrow-text-tests.js'
import { pruneColumns } from '../../sql/rules/prune-columns.js'
import { pushAggregateBelowIdentity } from '../../sql/rules/push-aggregate-below-identity.js'
import { resolveAfterGrouping } from '../../sql/rules/resolve-after-grouping.js'
import { resolveScans } from '../../sql/rules/resolve-persons.js'
import { topKThenFetch } from '../../sql/rules/top-k-then-fetch.js'
import { matchDeviceDays, type DaysFacts } from '../views/device-days/match.js'
import { cohortsFitPostgres } from './cohorts.js'
import { postgresDialect } from './dialect.js'
import { lifecycleFitsPostgres } from './lifecycle.js'
import { mostSegments, presenceFitsPostgres } from './presence.js'

/** The facts about Postgres for the rules. */
export const postgresFacts = identityFacts(postgresDialect, false)

/** The rules that are applied to a plan before it is compiled for Postgres, in this order. */
export const postgresRules: readonly Rule<ViewFacts & IdentityFacts & DaysFacts>[] = [
  topKThenFetch,
  narrowTextTests,
  dropInnerBounds,
  matchViews,
  distinctToBitmap({ mostBits: mostSegments, sessions: false }),
  lowerUnfit(lowered),
  pruneColumns,
  resolveScans,
  identitySemiJoin,
  pushAggregateBelowIdentity,
  resolveAfterGrouping(groupsByDevice),
  deferIdentityJoin,
  matchDeviceDays,
]

/** Returns the lowering of an operator whose options exceed the forms of Postgres, or null if they fit. */
function lowered(node: OperatorNode): Relation | null {
  switch (node.operator) {
    case cohortsOperator.name:
      return cohortsFitPostgres(node) ? null : cohortsOperator.lower(node)
    case lifecycleOperator.name:
      return lifecycleFitsPostgres(node) ? null : lifecycleOperator.lower(node)
    case presenceOperator.name:
      return presenceFitsPostgres(node) ? null : presenceOperator.lower(node)
    default:
      return null
  }
}

/** Whether an operator can group rows by device before persons are resolved. */
function groupsByDevice(node: OperatorNode): boolean {
  if ([lifecycleOperator.name, presenceOperator.name].includes(node.operator)) return true
  return node.operator === cohortsOperator.name && cohortsGroupByDevice(node)
}
