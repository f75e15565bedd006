import fc from 'fast-check'
import * as plan from '../../contract/index.js'
import type { Batch, EventRow, Expr, Relation, SequenceOptions } from '../../contract/index.js'
import { failureOf } from './seeded.js'

type Event = Pick<EventRow, 'event_name'> & { readonly q: number }

/** A condition in the plan's form, and as a function. */
export interface Condition {
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
/** Every step with its own event name, or anything. */
const steps: fc.Arbitrary<readonly Condition[]> = fc.oneof(
  fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 2 }).map((names) => names.map(named)),
  fc.array(condition, { minLength: 1, maxLength: 4 }),
)

const event = fc.record({
  /** Milliseconds after `origin`, so that ties, and steps exactly at the window's end, are common. */
  time: fc.integer({ min: 0, max: 9 }),
  event_name: fc.constantFrom('a', 'a', 'b', 'b', 'c', 'd', 'x'),
  q: least,
  label: fc.constantFrom('', 'one', 'two', 'zwö', null),
})
export type PersonEvents = readonly {
  readonly time: number
  readonly event_name: string
  readonly q: number
  readonly label: string | null
}[]

const exclusion = fc.record({ when: condition, from: fc.nat(3), length: fc.integer({ min: 1, max: 3 }) })

export interface SequenceCase {
  readonly steps: readonly Condition[]
  readonly exclusions: readonly { readonly when: Condition; readonly from: number; readonly to: number }[]
  readonly options: SequenceOptions
  readonly people: readonly PersonEvents[]
}

export const origin = Date.UTC(2024, 0, 1)
export const edges = [0, 3, 4, 8].map((time) => origin + time)

/** Returns the seed and the error of the first case that fails, or null. */
export function firstFailure<T>(
  cases: fc.Arbitrary<T>,
  runs: number,
  wrong: (one: T) => Promise<string | null>,
): Promise<string | null> {
  const property = fc.asyncProperty(cases, async (one) => {
    const told = await wrong(one)
    if (told !== null) throw new Error(told)
  })
  return failureOf(property, runs)
}

/** A random sequence over this many persons with a few events each. */
export const sequenceCase = (persons: number): fc.Arbitrary<SequenceCase> =>
  fc
    .record({
      steps,
      order: fc.constantFrom<plan.SequenceOrder>('loose', 'loose', 'strict', 'any'),
      window: fc.integer({ min: 0, max: 10 }),
      exclusions: fc.array(exclusion, { maxLength: 2 }),
      people: fc.array(fc.array(event, { minLength: 1, maxLength: 7, size: 'max' }), {
        minLength: persons,
        maxLength: persons,
      }),
      times: fc.boolean(),
      labelled: fc.boolean(),
      bucketed: fc.boolean(),
      lastOnly: fc.boolean(),
    })
    .map((one) => {
      const exclusions = one.exclusions
        .map(({ when, from, length }) => ({ when, from: from + 1, to: from + 1 + length }))
        .filter(({ to }) => one.order !== 'any' && to <= one.steps.length)
      const options: SequenceOptions = {
        steps: one.steps.map(({ expr }) => expr),
        window: one.window,
        order: one.order,
        exclusions: exclusions.map(({ when, from, to }) => ({ when: when.expr, from, to })),
        times: one.times,
        label: one.labelled ? plan.property('label', 'text') : null,
        edges: one.bucketed ? edges : null,
        lastOnly: one.lastOnly,
      }
      return { steps: one.steps, exclusions, options, people: one.people }
    })

/** The n-th person is the device `p<n>`, every third one a user with two devices. */
export function batchOf(people: readonly PersonEvents[]): Batch {
  let seq = 0
  const deviceOf = (person: number, place: number): string =>
    person % 3 === 0 && place % 2 === 1 ? `p${person}-other` : `p${person}`
  const events = people.flatMap((own, person) =>
    own.map(({ time, event_name, q, label }, place) => ({
      timestamp: origin + time,
      event_name,
      device_id: deviceOf(person, place),
      session_id: null,
      user_id: null,
      message_id: null,
      seq: seq++,
      context: {},
      properties: label === null ? { q } : { q, label },
    })),
  )
  const links = people.flatMap((_, person) =>
    person % 3 === 0
      ? [`p${person}`, `p${person}-other`].map((device_id) => ({
          timestamp: 1,
          device_id,
          user_id: `u${person}`,
        }))
      : [],
  )
  return { events, links, logs: [], traits: [], contexts: [], metrics: [] }
}

/** A sequence's result with the least device instead of the person, which cannot be shown. */
export function shown(options: SequenceOptions, input = plan.scan('events')): Relation {
  const devices = plan.aggregate(
    plan.scan('events'),
    { of: plan.column('person') },
    { device: plan.min(plan.column('device_id')) },
  )
  const answer = plan.sequence(input, options)
  const joined = plan.join('inner', answer, devices, [{ left: 'person', right: 'of' }])
  const names = ['device', ...Object.keys(plan.columnsOf(answer)).filter((one) => one !== 'person')]
  return plan.select(joined, Object.fromEntries(names.map((one) => [one, plan.column(one)])))
}
