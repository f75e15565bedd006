import t from 'tap'
import * as plan from '../../../contract/index.js'
import { compileQuery } from './compile-query.js'
import { statementSettings } from './run.js'
import { rollupSet } from '../views/rollups/tables.js'

const limits = { timeMs: 1_000, memoryBytes: 1_000_000, rows: 10 }
const workspace = { id: 'one', number: 1 }
const spills = 'max_bytes_before_external_group_by'

t.test('settings follow from what a statement reads', (t) => {
  const events = plan.scan('events', 0, 86_400_000)
  const named = (name: string): plan.Expr => plan.equals(plan.column('event_name'), plan.text(name))
  const runs = plan.sequence(events, {
    ...{ steps: ['view', 'buy'].map(named), window: 1_000, order: 'loose', exclusions: [] },
    ...{ times: true, label: null, edges: null, lastOnly: false },
  })
  const funnel = plan.aggregate(runs, {}, { n: plan.count() })
  const counted = plan.aggregate(events, {}, { n: plan.count() })
  t.equal(
    statementSettings(compileQuery(workspace, funnel), limits)[spills],
    '300000',
    'groups of a funnel go to disk earlier',
  )
  t.equal(statementSettings(compileQuery(workspace, counted), limits)[spills], '400000')
  const shared = 'enable_shared_storage_snapshot_in_query'
  const rolled = compileQuery(workspace, counted, { views: rollupSet(1) })
  t.equal(statementSettings(rolled, limits)[shared], 0, 'a rollup is read beside the events')
  t.equal(statementSettings(compileQuery(workspace, counted), limits)[shared], undefined)
  t.end()
})
