import { randomInt } from 'node:crypto'
import t, { type Test } from 'tap'
import {
  aggregate,
  bucket,
  column,
  count,
  property,
  scan,
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

function byDay(edges: readonly number[], as: 'label' | 'number' = 'label'): Relation {
  const rows = scan('events', edges[0] ?? 0, edges.at(-1) ?? 0)
  // Names that a statement might use for itself.
  const keys = { i: bucket(column('timestamp'), edges), n: property('plan', as) }
  return aggregate(rows, keys, { label: count(), counts: count() })
}
const byCountry = (edges: readonly number[]): Relation =>
  aggregate(
    scan('events', edges[0] ?? 0, edges.at(-1) ?? 0),
    { i: bucket(column('timestamp'), edges), n: column('country') },
    { label: count(), counts: count() },
  )
const days = (count: number, from = first): readonly number[] =>
  Array.from({ length: count + 1 }, (_, index) => from + index * day)
const wanted: Readonly<Record<string, Relation>> = {
  'four days': byDay(days(4)),
  'one day': byDay(days(1, first + day)),
  'days without rows': byDay(days(3, first + 30 * day)),
  'more than a year': byDay(days(401, first - 300 * day)),
  weeks: byDay([first, first + 7 * day]),
  'days of a time zone': byDay(days(4, first + day / 24)),
  'a number': byDay(days(4), 'number'),
  'a column': byCountry(days(4)),
  'a column by weeks': byCountry([first, first + 7 * day]),
}
const counted = ['four days', 'one day', 'days without rows', 'a column']

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

t.test('only days are counted at once, and only of a text', (t) => {
  for (const [what, plan] of Object.entries(wanted)) {
    const { text, byGroups } = compileQuery(workspace, plan)
    t.equal(text.includes('countResample'), counted.includes(what), what)
    t.equal(byGroups?.().text.includes('countResample') ?? null, counted.includes(what) ? false : null)
  }
  t.end()
})

t.test('the counts of a rollup are merged', (t) => {
  const views = rollupSet(1)
  const [byDays = '', byWeeks = '', ofPlan = ''] = ['a column', 'a column by weeks', 'four days'].map(
    (what) => compileQuery(workspace, wanted[what] ?? byDay(days(4)), { views }).text,
  )
  t.match(byDays, 'countMergeResample')
  t.match(byWeeks, 'countMerge(')
  t.notMatch(byWeeks, 'Resample')
  t.match(ofPlan, 'countResample', 'the rollup has no properties')
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
  const query = compileQuery(workspace, wanted['four days'] ?? byDay(days(4)))
  for (let times = 0; times < 2; times++) await ask(query, limits)
  t.strictSame(asked, ['at once', 'by groups', 'by groups'])
  await t.rejects(ask({ ...query, text: 'SELECT throwIf(1)' }, limits), 'another error stays')
})
