import t from 'tap'
import * as plan from '../../../contract/index.js'
import { compileQuery } from './compile-query.js'
import { limitSettings } from './run.js'

const limits = { timeMs: 1_000, memoryBytes: 1_000_000, rows: 10 }
const workspace = { id: 'one', number: 1 }
const spills = 'max_bytes_before_external_group_by'

t.test('groups of a funnel go to disk earlier than those of other questions', (t) => {
  const events = plan.scan('events', 0, 86_400_000)
  const named = (name: string): plan.Expr => plan.equals(plan.column('event_name'), plan.text(name))
  const runs = plan.sequence(events, {
    ...{ steps: ['view', 'buy'].map(named), window: 1_000, order: 'loose', exclusions: [] },
    ...{ times: true, label: null, edges: null, lastOnly: false },
  })
  const funnel = plan.aggregate(runs, {}, { n: plan.count() })
  const counted = plan.aggregate(events, {}, { n: plan.count() })
  t.equal(limitSettings(limits, compileQuery(workspace, funnel).rules)[spills], '300000')
  t.equal(limitSettings(limits, compileQuery(workspace, counted).rules)[spills], '400000')
  t.equal(limitSettings(limits)[spills], '400000')
  t.end()
})
