import { ClickHouseError } from '@clickhouse/client'
import t from 'tap'
import { column } from '../../../contract/index.js'
import { ends, endsHold, plansOfEnds, plansOfEvents } from '../../../test/support/ends-hold.js'
import { patience } from '../../../test/support/patience.js'
import { testStores } from '../../../test/support/stores.js'
import { compileQuery } from './compile-query.js'
import { severalAtOnce } from './measures.js'
import { orByGroups } from './or-by-groups.js'
import { rollupSet } from '../views/rollups/tables.js'
import { endsBySlot } from './rules/ends-by-slot.js'

const stores = await testStores()
t.teardown(() => stores.close())
const workspace = { id: 'ends', number: 1 }
const views = rollupSet(1)
const byTime = ends('session', column('country'), [column('timestamp')])

t.test('first and last texts come from a rollup', (t) => {
  for (const [what, relation] of Object.entries(plansOfEnds)) {
    const { rules, reads, byGroups } = compileQuery(workspace, relation, { views })
    t.ok(rules?.includes(endsBySlot.name), what)
    t.strictSame(reads, ['device_slots'], what)
    t.notOk(byGroups?.().rules?.includes(endsBySlot.name), `${what}, the other statement`)
    t.equal(byGroups?.().byGroups ?? null, null, what)
  }
  for (const [what, relation] of Object.entries({ ...plansOfEvents, 'by time alone': byTime }))
    t.notOk(compileQuery(workspace, relation, { views }).rules?.includes(endsBySlot.name), what)
  t.end()
})

t.test('the other statement answers where events of one instant differ, and is remembered', async (t) => {
  const asked: boolean[] = []
  const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 10_000 }
  const ask = orByGroups(({ rules }) => {
    const isRolled = rules?.includes(endsBySlot.name) ?? false
    asked.push(isRolled)
    const error = new ClickHouseError({ message: severalAtOnce, code: '395', type: 'THROWN' })
    return isRolled ? Promise.reject(error) : Promise.resolve([])
  })
  const [relation] = Object.values(plansOfEnds)
  if (relation === undefined) throw new Error('a plan is required')
  const query = compileQuery(workspace, relation, { views })
  for (let times = 0; times < 2; times++) await ask(query, limits)
  t.strictSame(asked, [true, false, false])
})

t.test('the answers are those of memory', (t) => endsHold(t, stores.memory, stores.clickhouse))
