import t from 'tap'
import * as plan from '../../../../contract/index.js'
import type { Expr, Measure, Relation } from '../../../../contract/index.js'
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

const { column } = plan
const hour = 3_600_000
const day = 24 * hour
const from = Date.UTC(2024, 0, 10)
const to = from + 2 * day
const inSession = plan.not(plan.missing(column('session')))
const german = plan.equals(column('country'), plan.text('DE'))

interface Parts {
  readonly from: number
  readonly to: number
  /** The conditions on the rows of the range, on those before it, and on those whose sessions are looked up there. */
  readonly inRange: readonly Expr[]
  readonly before: readonly Expr[]
  readonly present: readonly Expr[]
  readonly measures: Readonly<Record<string, Measure>>
  readonly historyTo: number
}

/** Sessions that started in the range, by day. */
function started(changes: Partial<Parts> = {}): Relation {
  const conditions = [inSession]
  const same = { inRange: conditions, before: conditions, present: conditions, measures: {} }
  const parts: Parts = { from, to, historyTo: changes.from ?? from, ...same, ...changes }
  const rows = (start: number | null, end: number, terms: readonly Expr[]): Relation =>
    plan.where(plan.scan('events', start, end), plan.and(...terms))
  const active = plan.aggregate(
    rows(parts.from, parts.to, parts.inRange),
    { session: column('session') },
    { timestamp: plan.min(column('timestamp')), ...parts.measures },
  )
  const inside = plan.where(active, plan.compare('lt', column('timestamp'), plan.instant(parts.to)))
  const present = plan.aggregate(
    rows(parts.from, parts.to, parts.present),
    { present: column('session') },
    {},
  )
  const known = plan.join('inner', rows(null, parts.historyTo, parts.before), present, [
    { left: 'session', right: 'present' },
  ])
  const begun = plan.aggregate(known, { begun: column('session') }, { before: plan.count() })
  const joined = plan.join('left', inside, begun, [{ left: 'session', right: 'begun' }])
  return plan.aggregate(
    plan.where(joined, plan.missing(column('before'))),
    { bucket: plan.bucket(column('timestamp'), [parts.from, parts.from + day, parts.to]) },
    {
      n: plan.count(),
      ...Object.fromEntries(Object.keys(parts.measures).map((name) => [name, plan.max(column(name))])),
    },
  )
}

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
  const apart = (changes: Partial<Parts>, sharded = false): boolean =>
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
