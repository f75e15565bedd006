import fc from 'fast-check'
import t from 'tap'
import * as plan from '../../core/contract/index.js'
import type { Batch, EventRow, Expr, Relation, Row, SequenceOptions } from '../../core/contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { expand } from '../../core/run/expand.js'
import { search, type Found, type Happening } from './sequence-search.js'

const persons = Number(process.env['SEQUENCE_PERSONS'] ?? 24_000)
const personsOfCase = 60
const limits = { timeMs: 60_000, memoryBytes: 1e9, rows: 1e6 }
const workspace = { id: 'ws_1', number: 1 }
const start = Date.UTC(2024, 0, 1)

type Event = Pick<EventRow, 'event_name'> & { readonly q: number }

/** A condition as the plan has it, and in JavaScript. */
interface Condition {
  readonly expr: Expr
  readonly test: (event: Event) => boolean
}

const named = (name: string): Condition => ({
  expr: plan.equals(plan.column('event_name'), plan.text(name)),
  test: (event) => event.event_name === name,
})
const atLeast = (least: number): Condition => ({
  expr: plan.compare('gte', plan.property('q', 'number'), plan.number(least)),
  test: ({ q }) => q >= least,
})
const both = (a: Condition, b: Condition): Condition => ({
  expr: plan.and(a.expr, b.expr),
  test: (event) => a.test(event) && b.test(event),
})

const name = fc.constantFrom('a', 'b', 'c')
const least = fc.integer({ min: 0, max: 3 })
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: name.map(named) },
  { weight: 2, arbitrary: fc.tuple(name, least).map(([one, q]) => both(named(one), atLeast(q))) },
  { weight: 1, arbitrary: least.map(atLeast) },
)
/** Every step an event name of its own, or anything. */
const steps: fc.Arbitrary<readonly Condition[]> = fc.oneof(
  fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 2 }).map((names) => names.map(named)),
  fc.array(condition, { minLength: 1, maxLength: 4 }),
)

const event = fc.record({
  time: fc.integer({ min: 0, max: 9 }),
  event_name: fc.constantFrom('a', 'a', 'b', 'b', 'c', 'd', 'x'),
  q: least,
  label: fc.constantFrom('', 'one', 'two', 'zwö', null),
})
const person = fc.array(event, { minLength: 1, maxLength: 7, size: 'max' })

const sequenceCase = fc.record({
  steps,
  order: fc.constantFrom('loose', 'loose', 'strict', 'any' as const) as fc.Arbitrary<plan.SequenceOrder>,
  window: fc.integer({ min: 0, max: 10 }),
  exclusions: fc.array(
    fc.record({ when: condition, from: fc.nat(3), length: fc.integer({ min: 1, max: 3 }) }),
    {
      maxLength: 2,
    },
  ),
  people: fc.array(person, { minLength: personsOfCase, maxLength: personsOfCase }),
  bucketed: fc.boolean(),
  lastOnly: fc.boolean(),
})

const edges = [0, 3, 4, 8].map((time) => start + time)
const operators = new Map(plan.builtInOperators.map((operator) => [operator.name, operator]))

t.setTimeout(600_000)
t.test(`the lowering of sequence finds what an exhaustive search finds, for ${persons} persons`, async () => {
  await fc.assert(
    fc.asyncProperty(sequenceCase, async (one) => {
      const exclusions =
        one.order === 'any'
          ? []
          : one.exclusions
              .map(({ when, from, length }) => ({ when, from: from + 1, to: from + 1 + length }))
              .filter(({ to }) => to <= one.steps.length)
      const options: SequenceOptions = {
        steps: one.steps.map(({ expr }) => expr),
        window: one.window,
        order: one.order,
        exclusions: exclusions.map(({ when, from, to }) => ({ when: when.expr, from, to })),
        times: true,
        label: plan.property('label', 'text'),
        edges: one.bucketed ? edges : null,
        lastOnly: one.lastOnly,
      }
      const happenings = one.people.map((events) =>
        events.map((each): Happening => ({
          time: each.time,
          steps: one.steps.map(({ test }) => test(each)),
          breaks: one.steps.map((_, at) =>
            exclusions.some(({ when, from, to }) => from <= at + 1 && at + 1 < to && when.test(each)),
          ),
          label: each.label,
        })),
      )
      const expected = happenings.flatMap((events, index) =>
        (one.bucketed ? [0, 1, 2] : [null]).flatMap((bucket) => {
          const inside = (time: number): boolean =>
            bucket === null ||
            (start + time >= (edges[bucket] ?? 0) && start + time < (edges[bucket + 1] ?? 0))
          const found = search(events, one.order, one.window, inside)
          if (found === null) return []
          const short = options.lastOnly && found.depth < one.steps.length
          const counted = short
            ? (search(events.map(firstOnly(one.order)), one.order, one.window, inside) ?? found)
            : found
          return [told(`p${index}`, bucket, counted, options)]
        }),
      )
      const actual = await ask(batchOf(one.people), options)
      const wrong = difference(actual, expected)
      if (wrong !== null) throw new Error(wrong)
      for (const cheap of [
        { ...options, times: false },
        { ...options, times: false, label: null },
      ]) {
        const names = new Set(Object.keys(plan.columnsOf(plan.sequence(plan.scan('events'), cheap))))
        const fewer = expected.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([key]) => key === 'device' || names.has(key))),
        )
        const differs = difference(await ask(batchOf(one.people), cheap), fewer)
        if (differs !== null) throw new Error(differs)
      }
    }),
    { numRuns: Math.ceil(persons / personsOfCase) },
  )
})

/** As if the sequence ended with its first step. */
const firstOnly =
  (order: plan.SequenceOrder) =>
  (event: Happening): Happening => ({
    ...event,
    steps: [order === 'any' ? event.steps.includes(true) : event.steps[0] === true],
  })

function told(device: string, bucket: number | null, found: Found, { steps: all }: SequenceOptions): Row {
  const times = all.map((_, at) => {
    const time = found.times[at]
    return [plan.timeOf(at + 1), time === undefined ? null : start + time] as const
  })
  return {
    device,
    ...(bucket === null ? {} : { bucket }),
    depth: found.depth,
    ...Object.fromEntries(times),
    label: found.label,
  }
}

function batchOf(
  people: readonly (readonly { time: number; event_name: string; q: number; label: string | null }[])[],
): Batch {
  let seq = 0
  const events = people.flatMap((own, index) =>
    own.map(({ time, event_name, q, label }) => ({
      timestamp: start + time,
      event_name,
      device_id: `p${index}`,
      session_id: null,
      user_id: null,
      message_id: null,
      seq: seq++,
      context: {},
      properties: label === null ? { q } : { q, label },
    })),
  )
  return { events, logs: [], links: [], traits: [], contexts: [] }
}

async function ask(batch: Batch, options: SequenceOptions): Promise<readonly Row[]> {
  const store = createMemoryStore()
  await store.createWorkspace(workspace)
  await store.append(workspace, batch)
  return store.run(store.compile(workspace, expand(shown(options), store.native, operators)), limits)
}

/** The answer with the device instead of the person, which may not be shown. */
function shown(options: SequenceOptions): Relation {
  const devices = plan.aggregate(
    plan.scan('events'),
    { of: plan.column('person') },
    { device: plan.min(plan.column('device_id')) },
  )
  const answer = plan.sequence(plan.scan('events'), options)
  const joined = plan.join('inner', answer, devices, [{ left: 'person', right: 'of' }])
  const names = ['device', ...Object.keys(plan.columnsOf(answer)).filter((one) => one !== 'person')]
  return plan.select(joined, Object.fromEntries(names.map((one) => [one, plan.column(one)])))
}

function difference(actual: readonly Row[], expected: readonly Row[]): string | null {
  const key = (row: Row): string => `${String(row['device'])} ${String(row['bucket'])}`
  const byKey = new Map(actual.map((row) => [key(row), JSON.stringify(row)]))
  if (actual.length !== expected.length) return `${actual.length} rows, not ${expected.length}`
  for (const row of expected) {
    const found = byKey.get(key(row))
    if (found !== JSON.stringify(row)) return `${found ?? 'nothing'} instead of ${JSON.stringify(row)}`
  }
  return null
}
