import { randomInt } from 'node:crypto'
import t, { type Test } from 'tap'
import {
  breakdown,
  column,
  count,
  derive,
  property,
  scan,
  shownLabel,
  sum,
  tuple,
  type BreakdownOptions,
  type Expr,
  type JsonObject,
  type Relation,
  type Row,
} from '../../../contract/index.js'
import { askStore } from '../../../core/run/ask-store.js'
import { patience } from '../../../test/support/patience.js'
import { testStores } from '../../../test/support/stores.js'
import { compileQuery } from './compile-query.js'
import { rollupSet } from '../views/rollups/tables.js'
import { orByGroups } from './or-by-groups.js'

const stores = await testStores()
const both = [stores.memory, stores.clickhouse]
t.teardown(() => stores.close())

/** The keys of each thread are limited by themselves. */
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 40_000, threads: 1 }
const day = 86_400_000
const first = Date.UTC(2024, 0, 30)
const workspace = { id: 'days', number: randomInt(2 ** 40) }

const labelled = (label: Expr, edges: readonly number[]): Relation =>
  derive(scan('events', edges[0] ?? 0, edges.at(-1) ?? 0), { label })
const split = (
  label: Expr,
  edges: readonly number[],
  choice: Pick<BreakdownOptions, 'limit' | 'names'> = { limit: 3 },
): Relation => breakdown(labelled(label, edges), { edges, measure: count(), ...choice })
const byPlan = (edges: readonly number[]): Relation => split(property('plan', 'label'), edges)
const days = (count: number, from = first): readonly number[] =>
  Array.from({ length: count + 1 }, (_, index) => from + index * day)
const country = column('country')
const wanted: Readonly<Record<string, Relation>> = {
  'four days': byPlan(days(4)),
  'one day': byPlan(days(1, first + day)),
  'days without rows': byPlan(days(3, first + 30 * day)),
  'more than a year': byPlan(days(401, first - 300 * day)),
  weeks: byPlan([first, first + 7 * day]),
  'days of a time zone': byPlan(days(4, first + day / 24)),
  'uneven periods': byPlan([first, first + 1000, first + day, first + 4 * day]),
  'a column': split(country, days(4)),
  'a column by weeks': split(country, [first, first + 7 * day]),
  'a column until now': split(country, [...days(3), first + 3 * day + 54_321_000]),
  'all labels': split(country, days(4), { limit: 1_000 }),
  'labels by name': split(country, days(4), { limit: 3, names: ['DE', '(none)', 'XX'] }),
  'two fields': split(tuple(shownLabel(country), shownLabel(property('plan', 'label'))), days(4)),
  'rows outside of the buckets': breakdown(labelled(country, days(4)), {
    ...{ edges: days(2, first + day), measure: count(), limit: 3 },
  }),
  'a sum': breakdown(labelled(country, days(4)), {
    ...{ edges: days(4), measure: sum(property('amount', 'number')), limit: 3 },
  }),
  'the label of a person': split(column('user_id'), days(4)),
}
const inGroups = ['more than a year', 'rows outside of the buckets', 'a sum', 'the label of a person']

const event = (seq: number, time: number, properties: JsonObject, country: string | null = null) => ({
  ...{ timestamp: time, message_id: null, seq, device_id: 'd', session_id: null },
  context: country === null ? {} : { country },
  ...{ event_name: 'view', user_id: null, properties },
})
async function append(events: ReturnType<typeof event>[]): Promise<void> {
  const others = { links: [], contexts: [], logs: [], traits: [], metrics: [] }
  for (const store of both) await store.append(workspace, { events, ...others })
}
const sorted = (rows: readonly Row[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()

async function agree(t: Test): Promise<void> {
  for (const [what, plan] of Object.entries(wanted)) {
    const [expected, found] = await Promise.all(both.map((store) => askStore(store, workspace, plan, limits)))
    t.strictSame(sorted(found ?? []), sorted(expected ?? []), what)
  }
}

t.before(async () => {
  for (const store of both) await store.createWorkspace(workspace)
})
t.teardown(async () => {
  for (const store of both) await store.dropWorkspace(workspace)
})

t.test('rows are counted by lists where each is in a bucket and the label needs no person', (t) => {
  for (const [what, plan] of Object.entries(wanted)) {
    const { text, byGroups } = compileQuery(workspace, plan)
    const isListed = !inGroups.includes(what)
    t.equal(text.includes('countResample'), isListed, what)
    t.equal(byGroups?.().text.includes('Resample') ?? null, isListed ? false : null, what)
    t.equal(byGroups?.().byGroups ?? null, null, what)
  }
  const sharded = compileQuery(workspace, byPlan(days(4)), { cluster: 'shards' })
  t.notMatch(sharded.text, 'Resample')
  t.end()
})

t.test('the counts of a rollup are merged', (t) => {
  const views = rollupSet(1)
  const textOf = (what: string): string =>
    compileQuery(workspace, wanted[what] ?? byPlan(days(4)), { views }).text
  for (const what of ['a column', 'a column by weeks', 'all labels', 'labels by name'])
    t.match(textOf(what), 'countMergeResample', what)
  t.match(textOf('four days'), 'countResample', 'the rollup has no properties')
  t.match(
    compileQuery(workspace, wanted['a column'] ?? byPlan([]), { views }).byGroups?.().text,
    'device_slots',
  )
  t.end()
})

t.test('the same answers, with few values, many, and more than are counted at once', async (t) => {
  await agree(t)
  const values = ['pro', '', null, 'free', 1, '(none)', 'plän']
  const few = Array.from({ length: 60 }, (_, seq) =>
    event(
      seq,
      first + (seq % 5) * day + (seq % 7) * 3_600_000,
      { plan: values[seq % values.length] ?? null },
      ['DE', 'AT', null][seq % 3],
    ),
  )
  await append([...few, event(60, first + 2 * day - 1, {})])
  await agree(t)
  const many = Array.from({ length: 15_000 }, (_, index) =>
    event(100 + index, first + (index % 4) * day, { plan: `plan ${index}` }, `country ${index}`),
  )
  await append(many)
  for (let times = 0; times < 2; times++) await agree(t)
})

t.test('a statement with too many values is not tried again', async (t) => {
  const asked: string[] = []
  const ask = orByGroups((query, ...rest) => {
    asked.push(query.text.includes('countResample') ? 'at once' : 'by groups')
    return stores.clickhouse.run(query.text.includes('countResample') ? withoutOther(query) : query, ...rest)
  })
  const withoutOther = <T extends object>(query: T): T => ({ ...query, byGroups: null })
  const query = compileQuery(workspace, wanted['four days'] ?? byPlan(days(4)))
  for (let times = 0; times < 2; times++) await ask(query, limits)
  t.strictSame(asked, ['at once', 'by groups', 'by groups'])
  await t.rejects(ask({ ...query, text: 'SELECT throwIf(1)' }, limits), 'another error stays')
})
