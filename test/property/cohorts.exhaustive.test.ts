import fc from 'fast-check'
import { randomInt } from 'node:crypto'
import t from 'tap'
import * as plan from '../../contract/index.js'
import type { AnalyticsStore, Batch, CohortsOptions, EventRow, Expr, Row } from '../../contract/index.js'
import { testStores } from '../support/stores.js'
import { choicesFrom, someOf, tape, type Choices } from '../kit/plans/choices.js'
import { sameRows } from '../kit/plans/compare-rows.js'
import { failureOf, fixedSeed, propertyRuns } from './seeded.js'
import { patience } from '../support/patience.js'
import { askStore } from '../../core/run/ask-store.js'

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000_000 }
const dayMs = 86_400_000
const start = Date.UTC(2024, 0, 1)

/** Events crowded on few devices, with ties, over a time longer than the widest mask. */
const event = fc.record({
  timestamp: fc
    .tuple(fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 280 })), fc.constantFrom(0, 1, dayMs - 1))
    .map(([day, shift]) => start + day * dayMs + shift),
  event_name: fc.constantFrom('a', 'b', 'c'),
  device_id: fc.constantFrom('d1', 'd2', 'd3', 'd4', 'd5', 'd6'),
  session_id: fc.constant(null),
  user_id: fc.constant(null),
  message_id: fc.constant(null),
  context: fc.record({ os: fc.constantFrom('mac', 'ios', '') }, { requiredKeys: [] }),
  properties: fc.record({ on: fc.constantFrom(true, false, 'x') }, { requiredKeys: [] }),
})
const link = fc.record({
  timestamp: fc.constantFrom(1, 2),
  device_id: fc.constantFrom('d1', 'd2', 'd3', 'd4'),
  user_id: fc.constantFrom('d1', 'u1', 'u2'),
})
const batch: fc.Arbitrary<Batch> = fc.record({
  events: fc
    .array(event, { maxLength: 60, size: 'max' })
    .map((events) => events.map((one, seq) => ({ ...one, seq }))),
  logs: fc.constant([]),
  links: fc.array(link, { maxLength: 5 }),
  traits: fc.constant([]),
  contexts: fc.constant([]),
  metrics: fc.constant([]),
})

/** A condition in the plan's form and as a predicate of the test. */
type Condition = readonly [Expr | null, (event: EventRow) => boolean]
const named = (name: string): Condition => [
  plan.equals(plan.column('event_name'), plan.text(name)),
  ({ event_name }) => event_name === name,
]
const conditions: readonly Condition[] = [
  [null, () => true],
  named('a'),
  named('b'),
  [plan.property('on', 'boolean'), ({ properties }) => properties['on'] === true],
  [plan.not(plan.missing(plan.column('user_id'))), () => true],
]
const byUser = conditions.length - 1

interface Asked {
  readonly options: CohortsOptions
  readonly isStart: (event: EventRow) => boolean
  readonly isReturn: (event: EventRow) => boolean
}

function asked(choices: Choices, data: Batch): Asked {
  const count = choices.of([4, 2, 13, 64, 65, 129, 256, 257, 280, 1])
  const step = choices.of([1, 1, 1, 2, 3])
  const from = start + choices.of([0, 0, 3, 1]) * dayMs + choices.of([0, 0, 1])
  const users = new Set(data.links.map(({ device_id }) => device_id))
  const pick = (): Condition => {
    const index = choices.below(conditions.length)
    const [expr, holds] = conditions[index]!
    return [expr, index === byUser ? ({ device_id }) => users.has(device_id) : holds]
  }
  const [[starts, isStart], [returns, isReturn]] = [pick(), pick()]
  const options = {
    edges: Array.from({ length: count + 1 }, (_, index) => from + index * step * dayMs),
    periods: choices.of([3, 1, 8, 52, 64, 65, 300]),
    starts,
    returns,
    mode: choices.of(plan.returnModes),
    by: someOf(choices, ['os', 'event_name', 'seq'], 2),
  }
  return { options, isStart, isReturn }
}

function valueOf({ seq, event_name, context }: EventRow, name: string): string | number | null {
  if (name === 'seq') return seq
  return name === 'os' ? context.os || null : event_name
}

/** The definition, evaluated person by person. */
function naive({ options, isStart, isReturn }: Asked, { events, links }: Batch): readonly Row[] {
  const { edges, periods, mode, by } = options
  const periodOf = ({ timestamp }: EventRow): number =>
    edges.findLastIndex((edge, index) => edge <= timestamp && timestamp < (edges[index + 1] ?? -Infinity))
  const personOf = ({ device_id }: EventRow): string => {
    const own = links.filter((one) => one.device_id === device_id)
    const [last] = own.sort((a, b) => b.timestamp - a.timestamp || (a.user_id < b.user_id ? 1 : -1))
    return last === undefined ? `device ${device_id}` : `user ${last.user_id}`
  }
  const inside = events.filter((one) => periodOf(one) >= 0)
  const counts = new Map<string, number>()
  for (const person of new Set(events.map(personOf))) {
    const rows = inside.filter((one) => personOf(one) === person)
    const [first] = rows.filter(isStart).sort((a, b) => a.timestamp - b.timestamp || a.seq - b.seq)
    if (first === undefined) continue
    const cohort = periodOf(first)
    const distances = rows.filter(isReturn).map((row) => periodOf(row) - cohort)
    const values = by.map((name) => valueOf(first, name))
    for (let offset = 0; offset < periods; offset++) {
      const came = distances.some((one) => (mode === 'on' ? one === offset : one >= offset))
      if (offset > 0 && !came) continue
      const cell = JSON.stringify([cohort, ...values, offset])
      counts.set(cell, (counts.get(cell) ?? 0) + 1)
    }
  }
  const names = ['cohort', ...by, 'offset']
  return [...counts].map(([cell, persons]) => {
    const values = JSON.parse(cell) as readonly (string | number | null)[]
    return { ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])), persons }
  })
}

const { memory, clickhouse, postgres, duckdb, close } = await testStores()
const engines: readonly AnalyticsStore[] = [clickhouse, postgres, duckdb]
t.teardown(close)

const runs = propertyRuns(5)
const questions = 12

t.test('cohorts: native = lowering = the definition', async (t) => {
  const tapes = fc.array(tape(), { minLength: questions, maxLength: questions })
  let found = 0
  const property = fc.asyncProperty(batch, tapes, async (data, lists) => {
    const number = randomInt(2 ** 40)
    const workspace = { id: `ws_${number}`, number }
    const all = [memory, ...engines]
    await Promise.all(all.map((store) => store.createWorkspace(workspace)))
    try {
      await Promise.all(all.map((store) => store.append(workspace, data)))
      for (const list of lists) {
        const one = asked(choicesFrom(list), data)
        const expected = naive(one, data)
        found += expected.length
        const native = plan.cohorts(plan.scan('events'), one.options)
        const lowered = plan.cohortsOperator.lower(native as plan.OperatorNode)
        for (const store of all)
          for (const form of store.native.has('cohorts') ? [native, lowered] : [lowered]) {
            const wrong = sameRows(await askStore(store, workspace, form, limits), expected)
            if (wrong !== null)
              throw new Error(
                `${store.engine} ${form === native ? 'native' : 'lowered'}: ${wrong} of ${JSON.stringify(one.options).slice(0, 400)}`,
              )
          }
      }
    } finally {
      await Promise.all(all.map((store) => store.dropWorkspace(workspace)))
    }
  })
  t.equal(await failureOf(property, 1, fixedSeed), null)
  t.ok(found > questions, `${found} cells were compared`)
  t.equal(await failureOf(property, runs), null)
})
