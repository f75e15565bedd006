import fc from 'fast-check'
import t from 'tap'
import * as plan from '../../contract/index.js'
import type { Batch, OperatorNode, Relation, Row } from '../../contract/index.js'
import { expand } from '../../core/run/expand.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { batch } from '../kit/plans/arbitraries.js'
import { choicesFrom, tape, type Choices } from '../kit/plans/choices.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { expression } from '../kit/plans/expressions.js'
import { columnsOfKind, isScalar, scanned, totalOrder, type Frame } from '../kit/plans/frames.js'
import { lived, present } from '../kit/plans/operating.js'
import { frameFrom, namer } from '../kit/plans/plans.js'
import { isOrdered, propertyCase } from '../kit/plans/property-case.js'
import { propertySeed } from './seeded.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

const operators = new Map(plan.builtInOperators.map((operator) => [operator.name, operator]))

type Ask = (relation: Relation) => Promise<readonly Row[]>

const workspace = { id: 'ws_1', number: 1 }
/** Includes the difference in the report, beside the seed and the case. */
const reported = { includeErrorInReport: true, seed: propertySeed }
const limits = { timeMs: patience, memoryBytes: 1e9, rows: 1e6 }

async function memoryWith(data: Batch): Promise<Ask> {
  const store = createMemoryStore()
  await store.createWorkspace(workspace)
  await store.append(workspace, data)
  return (relation) => askStore(store, workspace, expand(relation, store, operators), limits)
}

/** Throws the difference found by sameRows, which fast-check shows with the smallest case it finds. */
function expectSame(actual: readonly Row[], expected: readonly Row[], ordered = false): void {
  const difference = sameRows(actual, expected, { ordered })
  if (difference !== null) throw new Error(difference)
}

/** Checks a law over random data and three random relations without keys, `runs` times. */
const checkLaw = (
  runs: number,
  law: (ask: Ask, frame: Frame, choices: Choices) => Promise<void>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(batch(), fc.array(tape(), { minLength: 3, maxLength: 3 }), async (data, tapes) => {
      const ask = await memoryWith(data)
      for (const choices of tapes.map(choicesFrom)) {
        const frame = shownOf(frameFrom(choices, choices.below(4), namer(choices)))
        await law(ask, frame, choices)
      }
    }),
    { ...reported, numRuns: runs },
  )

/** The frame without columns that no plan may return. */
function shownOf(frame: Frame): Frame {
  const shown = columnsOfKind(frame, (kind) => kind !== 'key')
  const columns = Object.fromEntries(shown.map((name) => [name, plan.column(name)]))
  return {
    ...frame,
    relation: plan.select(frame.relation, { ...columns, shown: plan.literal(1, 'int') }),
    columns: { ...Object.fromEntries(shown.map((name) => [name, frame.columns[name]!])), shown: 'int' },
    unique: totalOrder(frame),
  }
}

// Shrinking a failing case takes a while.

t.test('random plans compile, run, and do not depend on the order in which rows are stored', async () => {
  const withoutIds = <T extends { readonly message_id: string | null }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, message_id: null })).reverse()
  await fc.assert(
    fc.asyncProperty(propertyCase(), async ({ batch: data, plans }) => {
      const unique = {
        events: withoutIds(data.events),
        logs: withoutIds(data.logs),
        links: [...data.links].reverse(),
        traits: withoutIds(data.traits),
        contexts: withoutIds(data.contexts),
        metrics: withoutIds(data.metrics),
      }
      const backwards = await memoryWith(unique)
      const forwards = await memoryWith({
        events: [...unique.events].reverse(),
        logs: [...unique.logs].reverse(),
        links: data.links,
        traits: [...unique.traits].reverse(),
        contexts: [...unique.contexts].reverse(),
        metrics: [...unique.metrics].reverse(),
      })
      for (const one of plans) expectSame(await backwards(one), await forwards(one), isOrdered(one))
    }),
    { ...reported, numRuns: 14 },
  )
})

t.test('a condition and its opposite share out all rows', () =>
  checkLaw(30, async (ask, { relation, ...frame }, choices) => {
    const condition = expression(choices, { ...frame, relation }, 'bool', 3)
    const yes = await ask(plan.where(relation, condition))
    const no = await ask(plan.where(relation, plan.not(condition)))
    expectSame([...yes, ...no], await ask(relation))
  }),
)

t.test('a union holds every row of every input', () =>
  checkLaw(20, async (ask, { relation }) => {
    const rows = await ask(relation)
    const twice = await ask(
      plan.union(relation, plan.where(relation, plan.and()), plan.where(relation, plan.or())),
    )
    expectSame(twice, [...rows, ...rows])
  }),
)

t.test('the counts of groups add up to the rows, and sets are the union of their groupings', () =>
  checkLaw(30, async (ask, frame) => {
    const names = columnsOfKind(frame, isScalar).slice(0, 3)
    const by = Object.fromEntries(names.map((name) => [name, plan.column(name)]))
    const rows = (await ask(frame.relation)).length
    const grouped = await ask(plan.aggregate(frame.relation, by, { rows: plan.count() }))
    const sum = grouped.reduce((total, row) => total + Number(row['rows']), 0)
    if (sum !== rows) throw new Error(`${sum} rows in the groups of ${rows}`)
    const sets = [names, names.slice(0, -1), []].filter(
      (set, index, all) => all[index - 1]?.length !== set.length,
    )
    const together = await ask(plan.aggregate(frame.relation, by, { rows: plan.count() }, sets))
    const apart: Row[] = []
    for (const set of sets)
      apart.push(...(await ask(plan.aggregate(frame.relation, by, { rows: plan.count() }, [set]))))
    expectSame(together, apart)
  }),
)

t.test('sorting keeps the rows, and pages of a total order are the whole', () =>
  checkLaw(30, async (ask, frame) => {
    const keys = columnsOfKind(frame, isScalar).slice(0, 2)
    const rows = await ask(frame.relation)
    expectSame(
      await ask(
        plan.sort(
          frame.relation,
          keys.map((name) => plan.descending(plan.column(name))),
        ),
      ),
      rows,
    )
    const order = (totalOrder(frame) ?? []).map((name) => plan.descending(plan.column(name)))
    if (order.length === 0) return
    const pages: Row[] = []
    for (let offset = 0; offset < rows.length; offset += 7)
      pages.push(...(await ask(plan.sort(frame.relation, order, 7, offset))))
    expectSame(pages, await ask(plan.sort(frame.relation, order)), true)
  }),
)

t.test('a left join is the inner join and the rows without a partner', () =>
  checkLaw(20, async (ask, frame) => {
    const [name] = columnsOfKind(frame, isScalar)
    const numbers = plan.derive(plan.spine('n', 3), { partner: plan.literal(true, 'bool') })
    const left = plan.derive(frame.relation, {
      key: plan.choose(
        [{ when: plan.missing(plan.column(name!)), then: plan.nothing('int') }],
        plan.number(2),
      ),
    })
    const on = [{ left: 'key', right: 'n' }]
    const outer = plan.join('left', left, numbers, on)
    expectSame(
      await ask(plan.where(outer, plan.column('partner'))),
      await ask(plan.join('inner', left, numbers, on)),
    )
    const alone = await ask(plan.where(outer, plan.missing(plan.column('partner'))))
    const keyless = await ask(plan.where(left, plan.missing(plan.column('key'))))
    if (alone.length !== keyless.length) throw new Error(`${alone.length} alone, not ${keyless.length}`)
  }),
)

const nativeInMemory = [
  [plan.presenceOperator, present],
  [plan.lifecycleOperator, lived],
] as const

for (const [operator, random] of nativeInMemory)
  t.test(`${operator.name} is its lowering`, () =>
    checkLaw(60, async (ask, _, choices) => {
      const events = scanned('events')
      const input = { ...events, relation: plan.where(events.relation, expression(choices, events, 'bool')) }
      const native = random(choices, input).relation as OperatorNode
      expectSame(await ask(operator.lower(native)), await ask(native))
    }),
  )

t.test('sameRows tells apart what differs', (t) => {
  const row = { a: 1, b: 'x', c: { p: 1, q: [1] } }
  t.equal(
    sameRows(
      [row, { ...row, a: 2 }],
      [
        { ...row, a: 2 },
        { ...row, c: { q: [1], p: 1 } },
      ],
    ),
    null,
  )
  t.equal(sameRows([{ v: 0.1 + 0.2 }], [{ v: 0.3 }]), null)
  t.equal(sameRows([{ v: 1e21 }], [{ v: 1.0000000000001e21 }]), null)
  t.equal(sameRows([], []), null)
  t.match(sameRows([row], [row, row]), /1 rows instead of 2[^]*missing/)
  t.match(sameRows([{ v: 1_709_164_800_001 }], [{ v: 1_709_164_800_000 }]), 'not expected')
  t.match(sameRows([{ v: 0.3001 }], [{ v: 0.3 }]), 'missing')
  t.match(sameRows([{ v: 1 }], [{ v: true }]), 'missing')
  t.match(sameRows([{ v: '1' }], [{ v: 1 }]), 'missing')
  t.match(sameRows([{ v: null }], [{ v: 0 }]), 'missing')
  t.match(sameRows([{ a: 1, b: 2 }], [{ b: 2, a: 1 }]), 'columns')
  t.equal(sameRows([{ v: 1 }, { v: 2 }], [{ v: 2 }, { v: 1 }]), null)
  t.match(sameRows([{ v: 1 }, { v: 2 }], [{ v: 2 }, { v: 1 }], { ordered: true }), 'row 0')
  t.end()
})
