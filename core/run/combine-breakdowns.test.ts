import fc from 'fast-check'
import t, { type Test } from 'tap'
import {
  breakdown,
  builtInOperators,
  column,
  compare,
  count,
  derive,
  instant,
  otherLabel,
  property,
  scan,
  select,
  text,
  where,
  type Batch,
  type Relation,
  type Row,
} from '../../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { sameRows } from '../../test/kit/plans/compare-rows.js'
import { fixedSeed, propertyRuns, propertySeed } from '../../test/property/seeded.js'
import { askStore } from './ask-store.js'
import { combineBreakdowns } from './combine-breakdowns.js'
import { expand } from './expand.js'
import { batches, breakdownOf, breakdowns, type AskedBreakdown } from './test-breakdowns.js'

const limits = { timeMs: 600_000, memoryBytes: 1e9, rows: 100_000 }
const operators = new Map(builtInOperators.map((operator) => [operator.name, operator]))

/** Runs plans over a batch of rows. */
async function storeOf(batch: Batch): Promise<(plan: Relation) => Promise<readonly Row[]>> {
  const store = createMemoryStore()
  const workspace = { id: 'ws_1', number: 1 }
  await store.createWorkspace(workspace)
  await store.append(workspace, batch)
  return (plan) => askStore(store, workspace, expand(plan, store, operators), limits)
}

const nothing: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }

/** Compares the rows of random breakdowns with those of their own plans. Returns the number of breakdowns by outcome. */
async function compared(t: Test, seed: number, numRuns: number) {
  const met = { rows: 0, many: 0, alone: 0 }
  for (const [plans, batch] of fc.sample(fc.tuple(breakdowns, batches), { seed, numRuns })) {
    const ask = await storeOf(batch)
    const own = await Promise.all(plans.map(ask))
    /** Whether it has more labels than its limit. */
    const isLong = (place: number): boolean => own[place]!.some(({ dimension }) => dimension === otherLabel)
    const seen = new Set<number>()
    for (const { plan, read } of combineBreakdowns(plans)) {
      const found = read(await ask(plan))
      t.ok(found.size > 1, 'a statement stands for several plans')
      for (const [place, rows] of found) {
        t.notOk(seen.has(place), 'a plan is in one statement')
        seen.add(place)
        if (rows === 'many') {
          met.many++
          t.ok([...found].some(([other, one]) => one === 'many' && isLong(other)))
          continue
        }
        met.rows++
        t.notOk(isLong(place), 'a breakdown with more labels than its limit is not told apart')
        t.equal(sameRows(rows, own[place]!), null, JSON.stringify(plans[place]))
      }
    }
    met.alone += plans.length - seen.size
  }
  return met
}

t.test('each breakdown has the rows of its own plan', async (t) => {
  const met = await compared(t, fixedSeed, 50)
  t.ok(met.rows > 0 && met.many > 0 && met.alone > 0, JSON.stringify(met))
})

t.test(`and so have others (PROPERTY_SEED=${propertySeed})`, async (t) => {
  await compared(t, propertySeed, propertyRuns(50))
})

const hours = (from: number, to: number) => ({ from: from * 3_600_000, to: to * 3_600_000 })
const usual: AskedBreakdown = {
  measure: count(),
  condition: null,
  actor: null,
  trait: false,
  limit: 10,
  label: column('country'),
  range: hours(0, 10),
}
const of = (change: Partial<AskedBreakdown>): Relation => breakdownOf({ ...usual, ...change })
/** The places of the plans that run together. */
const together = (...plans: readonly (Relation | null)[]): readonly (readonly number[])[] =>
  combineBreakdowns(plans).map(({ read }) => [...read([]).keys()])

t.test('what runs together', (t) => {
  const os = column('os')
  const [later, next] = [hours(10, 20), hours(20, 22)]
  t.strictSame(together(of({}), of({ label: os }), of({ range: later })), [[0, 1, 2]], 'labels and ranges')
  t.strictSame(together(of({ range: next }), of({}), of({ range: later })), [[1, 2, 0]])
  t.strictSame(
    together(of({}), null, of({ range: hours(30, 40) })),
    [[0, 2]],
    'as much time between them as they have themselves',
  )
  t.strictSame(
    together(of({}), of({ range: hours(31, 41) })),
    [],
    'more time between them is read for nothing',
  )
  t.strictSame(
    together(of({}), of({ range: hours(5, 15) }), of({ label: os }), of({ range: hours(5, 15), label: os })),
    [
      [0, 2],
      [1, 3],
    ],
    'overlapping ranges are apart',
  )
  t.strictSame(together(of({})), [], 'one alone')
  const others = [
    { measure: { kind: 'count-distinct', value: column('person') } },
    { condition: compare('eq', os, text('iOS')) },
    { actor: { kind: 'device' } },
    { trait: true },
    { limit: 11 },
  ] as const
  for (const other of others) t.strictSame(together(of({}), of(other)), [], JSON.stringify(other))
  t.end()
})

t.test('rows that depend on more than the scan and the label', (t) => {
  const [range, later] = [hours(0, 10), hours(10, 20)]
  const labelled = derive(scan('events', range.from, range.to), { label: column('os') })
  const options = { edges: [range.from, range.to], measure: count(), limit: 10 }
  const pair = (change: (rows: Relation) => Relation, more: object = {}) =>
    together(
      breakdown(change(labelled), { ...options, ...more }),
      breakdown(change(derive(scan('events', range.from, range.to), { label: column('country') })), {
        ...options,
        ...more,
      }),
    )
  t.strictSame(
    pair((rows) => rows),
    [[0, 1]],
  )
  t.strictSame(
    pair((rows) => where(rows, compare('eq', column('label'), text('iOS')))),
    [],
    'a condition about the label',
  )
  t.strictSame(
    pair((rows) => select(rows, { timestamp: column('timestamp'), label: column('label') })),
    [[0, 1]],
  )
  t.strictSame(
    pair((rows) => select(rows, { timestamp: instant(0), label: column('label') })),
    [],
    'another time',
  )
  t.strictSame(
    pair((rows) => rows, { names: ['iOS'] }),
    [],
    'labels that are named',
  )
  t.strictSame(
    pair((rows) => rows, { edges: [range.from, 5, range.to] }),
    [],
    'several buckets',
  )
  t.strictSame(
    pair((rows) => rows, { edges: [range.from, later.to] }),
    [],
    'a bucket that is longer than the range of the rows',
  )
  t.strictSame(
    pair((rows) => rows, { edges: [1, range.to] }),
    [],
    'a bucket that is shorter',
  )
  t.strictSame(together(scan('events'), scan('events')), [], 'no breakdown')
  const since = ({ from, to }: typeof range, label: string): Relation =>
    breakdown(
      where(
        derive(scan('events', from, to), { label: column(label) }),
        compare('gte', column('timestamp'), instant(from)),
      ),
      { ...options, edges: [from, to] },
    )
  t.strictSame(
    together(since(range, 'os'), since(range, 'country'), since(later, 'os'), since(later, 'country')),
    [
      [0, 1],
      [2, 3],
    ],
    'a condition that knows its range: labels run together, ranges apart',
  )
  t.end()
})

t.test('rows between two ranges, and fields with too many labels', async (t) => {
  const events = Array.from({ length: 30 }, (_, index) => ({
    timestamp: index * 3_600_000,
    event_name: 'open',
    device_id: 'd',
    session_id: null,
    user_id: null,
    message_id: null,
    seq: index,
    context: {},
    properties: { id: index, side: index % 2 === 0 ? 'even' : 'odd' },
  }))
  const ask = await storeOf({ ...nothing, events })
  const [id, side] = [property('id', 'label'), property('side', 'label')]
  const [first, last] = [hours(0, 3), hours(5, 9)]
  const plans = [id, side].flatMap((label) => [first, last].map((range) => of({ label, range, limit: 2 })))
  const [combined, ...others] = combineBreakdowns(plans)
  t.strictSame(others, [])
  const rows = await ask(combined!.plan)
  t.equal(rows.length, 6, 'two sides and a total for each range; the ids stay in the store')
  const found = combined!.read(rows)
  t.strictSame([found.get(0), found.get(1)], ['many', 'many'])
  t.strictSame(found.get(2), [
    { bucket: 0, dimension: 'even', value: 2 },
    { bucket: null, dimension: 'even', value: 2 },
    { bucket: 0, dimension: 'odd', value: 1 },
    { bucket: null, dimension: 'odd', value: 1 },
    { bucket: null, dimension: null, value: 3 },
  ])
  t.match(found.get(3), [{ value: 2 }, { value: 2 }, { value: 2 }, { value: 2 }, { value: 4 }])
  t.strictSame([...combined!.read([]).values()], [[], [], [], []], 'without rows there are none')
})
