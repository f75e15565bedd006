import t from 'tap'
import * as plan from '../../../contract/index.js'
import type { Relation } from '../../../contract/index.js'
import { deviceKey } from '../dialect.js'
import { semiJoin } from '../identity/nodes.js'
import { optimize } from '../optimizer.js'
import { joinToSemiJoin } from './join-to-semi-join.js'
import { pruneColumns } from './prune-columns.js'
import { ungroupKeys } from './ungroup-keys.js'

const { column } = plan
const events = plan.scan('events', 0, 86_400_000)
const known = plan.aggregate(events, { known: column('session') }, {})
const among = (keys: Relation, left = 'session', right = 'known'): Relation =>
  plan.aggregate(semiJoin(events, keys, { left, right, few: false }), {}, { n: plan.count() })
const ungrouped = (relation: Relation): Relation => optimize(relation, [ungroupKeys], null).plan

t.test('keys are looked up among the rows', (t) => {
  const rows = plan.select(events, { known: column('session') })
  t.strictSame(ungrouped(among(known)), among(rows))
  const renamed = plan.select(known, { key: column('known') })
  const asKey = plan.select(events, { key: column('session') })
  t.strictSame(ungrouped(among(renamed, 'session', 'key')), among(asKey, 'session', 'key'))
  t.end()
})

t.test('keys stay grouped where the groups are asked for more, or persons are looked up', (t) => {
  const two = plan.aggregate(events, { known: column('session'), os: column('os') }, {})
  const counted = plan.aggregate(events, { known: column('session') }, { n: plan.count() })
  const many = plan.where(counted, plan.compare('gt', column('n'), plan.number(1)))
  const persons = plan.aggregate(events, { known: column('person') }, {})
  for (const relation of [
    among(two),
    among(many),
    among(persons, deviceKey),
    among(events, 'session', 'session'),
  ])
    t.equal(ungrouped(relation), relation)
  t.end()
})

t.test('keys whose number of rows is missing are those of no group', (t) => {
  const before = plan.aggregate(events, { begun: column('session') }, { before: plan.count() })
  const joined = plan.join('left', events, before, [{ left: 'session', right: 'begun' }])
  const isNew = plan.where(joined, plan.missing(column('before')))
  const asked = plan.aggregate(isNew, {}, { n: plan.count() })
  const rows = plan.select(events, { begun: column('session') })
  const excluded = semiJoin(events, rows, { left: 'session', right: 'begun', few: false, excluded: true })
  t.strictSame(
    optimize(asked, [joinToSemiJoin, pruneColumns, ungroupKeys], null).plan,
    plan.aggregate(excluded, {}, { n: plan.count() }),
  )
  t.end()
})
