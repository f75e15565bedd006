import t from 'tap'
import * as plan from '../../../../contract/index.js'
import type { Relation } from '../../../../contract/index.js'
import type { IdentityFacts } from '../../../sql/identity/facts.js'
import { optimize, type Rule } from '../../../sql/optimizer.js'
import { joinToSemiJoin } from '../../../sql/rules/join-to-semi-join.js'
import { matchViews, type ViewFacts } from '../../../sql/rules/match-views.js'
import { pruneColumns } from '../../../sql/rules/prune-columns.js'
import { timesBySlot } from '../../../sql/rules/times-by-slot.js'
import { ungroupKeys } from '../../../sql/rules/ungroup-keys.js'
import { rollupOperator } from '../../../sql/views/operator.js'
import { rollupSet } from '../../views/rollups/tables.js'
import { sinceOrKnownOperator } from '../since-or-known.js'
import { groupWithHistory } from './group-with-history.js'
import { day, from, german, hour, inSession, started, type StartedParts } from './test-started-sessions.js'

const { column } = plan

const rules: readonly Rule<ViewFacts & Pick<IdentityFacts, 'sharded'>>[] = [
  joinToSemiJoin,
  matchViews,
  timesBySlot,
  pruneColumns,
  ungroupKeys,
  groupWithHistory,
]

function nodesOf(relation: Relation, sharded = false): readonly string[] {
  const found: string[] = []
  const visit = (node: Relation): Relation => {
    if (node.kind === 'operator') found.push(node.operator)
    return plan.mapInputs(node, visit)
  }
  visit(optimize(relation, rules, { views: rollupSet(1), sharded }).plan)
  return found
}

const once = [sinceOrKnownOperator, rollupOperator, rollupOperator]

t.test('sessions are grouped with their earlier rows', (t) => {
  t.strictSame(nodesOf(started()), once)
  const terms = [inSession, german]
  const conditions = { inRange: terms, before: terms, present: terms }
  t.strictSame(nodesOf(started(conditions)), once, 'with a condition')
  t.strictSame(
    nodesOf(started({ measures: { ended: plan.max(column('timestamp')) } })),
    once,
    'with another measure',
  )
  t.end()
})

t.test('earlier sessions are looked up where the three readings differ', (t) => {
  const apart = (changes: Partial<StartedParts>, sharded = false): boolean =>
    !nodesOf(started(changes), sharded).includes(sinceOrKnownOperator)
  const terms = [inSession, german]
  t.ok(apart({ inRange: terms }), 'a condition in the range alone')
  t.ok(apart({ before: terms }), 'a condition before it alone')
  t.ok(apart({ present: terms }), 'a condition on the looked up sessions alone')
  t.ok(apart({ historyTo: from - day }), 'a gap between both')
  t.ok(apart({ historyTo: from + day }), 'an overlap')
  t.ok(apart({ inRange: [german], before: [german], present: [german] }), 'rows without a session')
  t.ok(apart({ from: from + 1 }), 'a slot that the start cuts')
  t.ok(apart({ from: from + hour }), 'a range that begins within a day')
  t.ok(apart({}, true), 'shards')
  t.end()
})
