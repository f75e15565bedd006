import { randomInt } from 'node:crypto'
import t, { type Test } from 'tap'
import * as plan from '../../../contract/index.js'
import type { EventRow, Expr, LinkRow, Relation, Row } from '../../../contract/index.js'
import { askStore } from '../../../core/run/ask-store.js'
import { expand } from '../../../core/run/expand.js'
import { patience } from '../../../test/support/patience.js'
import { testStores } from '../../../test/support/stores.js'
import { compileQuery } from './compile-query.js'
import { orByGroups } from './or-by-groups.js'

const stores = await testStores()
const both = [stores.memory, stores.clickhouse]
t.teardown(() => stores.close())

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 200_000, threads: 2 }
const workspace = { id: 'labels', number: randomInt(2 ** 40) }
t.before(async () => {
  for (const store of both) await store.createWorkspace(workspace)
})
t.teardown(async () => {
  for (const store of both) await store.dropWorkspace(workspace)
})

const { column } = plan
const operators = new Map(plan.builtInOperators.map((operator) => [operator.name, operator]))
const first = Date.UTC(2024, 0, 30)
const day = 86_400_000
const named = (name: string): Expr => plan.equals(column('event_name'), plan.text(name))
const events = plan.scan('events', first, first + 3 * day)
const shown = ['depth', 'time_1', 'time_2', 'label'].map((name) => [name, column(name)] as const)
function funnel(label: Expr, rows: Relation = events, steps = ['view', 'buy'], window = day): Relation {
  const runs = plan.sequence(rows, {
    ...{ steps: steps.map(named), window, order: 'loose', exclusions: [] },
    ...{ times: true, label, edges: null, lastOnly: false },
  })
  return plan.select(runs, Object.fromEntries(shown))
}
const property = plan.property('plan', 'label')
const wanted: Readonly<Record<string, Relation>> = {
  'a column': funnel(column('country')),
  'a property': funnel(property),
  'a property as text': funnel(plan.property('plan', 'text')),
  'as displayed': funnel(plan.shownLabel(property)),
  'two fields': funnel(plan.tuple(plan.shownLabel(column('country')), plan.shownLabel(property))),
  'an event that nobody has': funnel(property, events, ['never', 'buy']),
  'years between steps': funnel(property, plan.scan('events', null, null), ['view', 'buy'], 40 * 365 * day),
  'any window': funnel(property, plan.scan('events', null, null), ['view', 'buy'], Number.MAX_SAFE_INTEGER),
  'some rows': funnel(property, plan.where(events, plan.equals(column('country'), plan.text('DE')))),
}

const event = (
  seq: number,
  device: string,
  name: string,
  ms: number,
  value: unknown,
  country?: string,
): EventRow => ({
  ...{ timestamp: first + ms, message_id: null, seq, device_id: device, session_id: null, user_id: null },
  ...{ event_name: name, context: country === undefined ? {} : { country } },
  properties: value === undefined ? {} : { plan: value as string },
})
async function append(rows: readonly EventRow[], links: readonly LinkRow[] = []): Promise<void> {
  const others = { contexts: [], logs: [], traits: [], metrics: [] }
  for (const store of both) await store.append(workspace, { ...others, links: [...links], events: [...rows] })
}

const sorted = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()
async function agree(t: Test): Promise<void> {
  for (const [what, relation] of Object.entries(wanted)) {
    const [expected, found] = await Promise.all(
      both.map((store) => askStore(store, workspace, expand(relation, store, operators), limits)),
    )
    t.strictSame(sorted(found ?? []), sorted(expected ?? []), what)
  }
}

t.test('labels have positions where the rows of one table have them', (t) => {
  const positions = (relation: Relation, options = {}): boolean =>
    compileQuery(workspace, relation, options).text.includes('WITH (SELECT tuple(labels')
  for (const [what, relation] of Object.entries(wanted)) t.ok(positions(relation), what)
  const { byGroups } = compileQuery(workspace, wanted['a property'] ?? events)
  t.notMatch(byGroups?.().text, 'tuple(labels')
  t.notOk(positions(funnel(column('user_id'))), 'a label of the person')
  t.notOk(positions(funnel(property), { cluster: 'shards' }), 'shards do not know the list')
  const known = plan.aggregate(plan.scan('traits'), { of: column('person') }, { n: plan.count() })
  const joined = plan.join('left', events, known, [{ left: 'person', right: 'of' }])
  t.notOk(positions(funnel(property, joined)), 'rows that would be joined twice')
  t.end()
})

t.test('no rows, missing and empty labels, and several at one instant', async (t) => {
  await agree(t)
  const values = ['pro', '', undefined, 'free', 1, '(none)', 'plän', true]
  const rows = values.flatMap((value, at) => [
    event(at * 4, `d${at}`, 'view', at, value, ['DE', 'AT', ''][at % 3]),
    event(at * 4 + 1, `d${at}`, 'view', at, values[(at + 3) % values.length], 'DE'),
    event(at * 4 + 2, `d${at}`, 'buy', at + (at % 2), 'not a label', 'XX'),
    event(at * 4 + 3, `d${at % 3}`, 'view', at + 500, values[(at + 1) % values.length]),
  ])
  const links = [0, 1, 2, 3].map((at) => ({
    timestamp: first,
    device_id: `d${at}`,
    user_id: `user ${at >> 1}`,
  }))
  await append(
    [...rows, event(90, 'old', 'view', -30 * 365 * day, 'old'), event(91, 'old', 'buy', day, 'new')],
    links,
  )
  await agree(t)
})

t.test('more labels than there are positions', async (t) => {
  const many = Array.from({ length: 66_000 }, (_, at) =>
    event(100 + at, `many ${at % 9_000}`, 'view', at, `plan ${at}`),
  )
  await append(many)
  await agree(t)
  const asked: string[] = []
  const withoutOther = <T extends object>(query: T): T => ({ ...query, byGroups: null })
  const ask = orByGroups((query, ...rest) => {
    asked.push(query.text.includes('tuple(labels') ? 'positions' : 'strings')
    return stores.clickhouse.run(withoutOther(query), ...rest)
  })
  const query = compileQuery(workspace, wanted['a property'] ?? events)
  for (let times = 0; times < 2; times++) await ask(query, limits)
  t.strictSame(asked, ['positions', 'strings', 'strings'])
})
