import t from 'tap'
import * as plan from '../../../../contract/index.js'
import type { Relation } from '../../../../contract/index.js'
import { optimize, type Rule } from '../../../sql/optimizer.js'
import { isOperator, semiJoinOperator } from '../../../sql/identity/nodes.js'
import { joinToSemiJoin } from '../../../sql/rules/join-to-semi-join.js'
import { matchViews, type ViewFacts } from '../../../sql/rules/match-views.js'
import { pruneColumns } from '../../../sql/rules/prune-columns.js'
import { timesBySlot } from '../../../sql/rules/times-by-slot.js'
import { ungroupKeys } from '../../../sql/rules/ungroup-keys.js'
import { rollupOperator } from '../../../sql/views/operator.js'
import { rollupSet } from '../../views/rollups/tables.js'
import { assumedSnapshot } from '../../views/activity-snapshot/snapshot.js'
import { compileQuery } from '../compile-query.js'
import { straddlingSessionsOperator } from '../straddling-sessions.js'
import { narrowHistory, type SessionFacts } from './narrow-history.js'
import {
  day,
  from,
  german,
  hour,
  inSession,
  started,
  to,
  type StartedParts,
} from './test-started-sessions.js'

const rules: readonly Rule<ViewFacts & SessionFacts>[] = [
  joinToSemiJoin,
  matchViews,
  timesBySlot,
  pruneColumns,
  ungroupKeys,
  narrowHistory,
]

function nodesOf(relation: Relation, late = false): readonly string[] {
  const found: string[] = []
  const visit = (node: Relation): Relation => {
    if (node.kind === 'operator') found.push(node.operator)
    if (node.kind === 'scan') found.push('events')
    return plan.mapInputs(node, visit)
  }
  const sessions = { generation: 7, rollup: 1, known: [{ name: 'all_1_1_0', time: 1 }], late }
  visit(optimize(relation, rules, { views: rollupSet(1), sessions }).plan)
  return found
}

/** What is read if no row before the range is, and if those of few sessions are. */
const alone = [semiJoinOperator, rollupOperator, straddlingSessionsOperator]
const few = [semiJoinOperator, rollupOperator, semiJoinOperator, rollupOperator, straddlingSessionsOperator]

t.test('sessions of several days tell which began before a midnight', (t) => {
  t.strictSame(nodesOf(started()), alone)
  t.strictSame(nodesOf(started({ inRange: [inSession, german] })), alone, 'a condition in the range alone')
  const measures = { ended: plan.max(plan.column('timestamp')) }
  t.strictSame(nodesOf(started({ measures })), alone, 'with another measure')
  const label = { label: plan.column('country') }
  t.strictSame(nodesOf(started({ columns: label })), alone, 'with a further column')
  t.strictSame(nodesOf(started({ measures, rowsTo: null })), alone, 'with later rows of the same sessions')
  t.end()
})

t.test('earlier rows of few sessions are read', (t) => {
  t.strictSame(nodesOf(started(), true), few, 'beside newer events')
  const terms = [inSession, german]
  const conditions = { inRange: terms, before: terms, present: terms }
  t.strictSame(nodesOf(started(conditions)), few, 'with a condition')
  t.strictSame(nodesOf(started({ from: from + hour })), few, 'of a range that begins within a day')
  const cut = few.map((node, index) => (index === 1 ? 'events' : node))
  t.strictSame(nodesOf(started({ from: from + 1 })), cut, 'of one that cuts a slot')
  const named = [inSession, plan.equals(plan.column('event_name'), plan.text('a'))]
  const raw = started({ inRange: named, before: named, present: named })
  t.strictSame(
    nodesOf(raw),
    few.map((node) => (node === rollupOperator ? 'events' : node)),
    'events',
  )
  t.end()
})

t.test('earlier rows of all sessions are looked up where they could be others', (t) => {
  const apart = (changes: Partial<StartedParts>): boolean =>
    !nodesOf(started(changes)).includes(straddlingSessionsOperator)
  const terms = [inSession, german]
  t.ok(apart({ present: terms }), 'a condition on the looked up sessions alone')
  t.ok(apart({ historyTo: from - day }), 'a gap between both')
  t.ok(apart({ historyTo: from + day }), 'an overlap')
  t.ok(apart({ inRange: [german], before: [german], present: [german] }), 'rows without a session')
  const node = optimize(started(), rules, { views: rollupSet(1), sessions: null }).plan
  const found: Relation[] = []
  plan.mapInputs(node, function visit(one): Relation {
    if (isOperator(one, straddlingSessionsOperator)) found.push(one)
    return plan.mapInputs(one, visit)
  })
  t.strictSame(found, [], 'a snapshot without them')
  t.end()
})

t.test('a question is compiled into both forms', (t) => {
  const workspace = { id: 'ws_1', number: 1 }
  const known = { name: 'all_1_1_0', time: 1 }
  const snapshot = { ...assumedSnapshot(to), parts: { events: [known], links: [] } }
  const compiled = (relation: Relation) =>
    compileQuery(workspace, relation, { views: rollupSet(1), snapshot }).sessions
  const forms = compiled(started())
  t.match(forms?.whole()?.text, /NOT IN \(SELECT .*person_sessions_1 WHERE first < toDate/)
  t.notMatch(forms?.whole()?.text, '_part')
  t.match(forms?.late()?.text, /UNION ALL SELECT .* WHERE s\.session != 0 AND s\._part NOT IN/)
  const rows = plan.scan('events', from, to)
  t.equal(compiled(plan.aggregate(rows, {}, { n: plan.count() })), null, 'not without a look-up')
  t.end()
})
