import {
  aggregate,
  and,
  choose,
  column,
  compare,
  count,
  instant,
  join,
  number,
  or,
  scan,
  select,
  sum,
  where,
} from './builders.js'
import type { Expr, Relation } from './plan.js'
import type { DidUse, Interval } from './question.js'

/** Adds what a filter reads of the persons of `rows` to them. */
export type WithFacts = (rows: Relation, use: Pick<DidUse, 'traits' | 'did'>, range: Interval) => Relation

/** Returns the persons whose number of events is the required one, as `person`. */
export function personsRequired(use: DidUse, range: Interval, withFacts: WithFacts): Relation {
  const { relation, person } = countsOf([use], range, withFacts)
  return select(where(relation, requiredOf(use)), { person: column(person) })
}

/** Restricts rows to the persons whose number of events is the required one. */
export function requireDid(rows: Relation, use: DidUse, range: Interval, withFacts: WithFacts): Relation {
  const { relation, person } = countsOf([use], range, withFacts)
  const members = select(where(relation, requiredOf(use)), { member: column(person) })
  return join('inner', rows, members, [{ left: 'person', right: 'member' }])
}

/**
 * Joins each person's numbers of events to the rows. Those that read events alone are counted in one pass over
 * the events.
 */
export function joinDid(
  rows: Relation,
  uses: readonly DidUse[],
  range: Interval,
  withFacts: WithFacts,
): Relation {
  const alone = uses.filter(readsEventsAlone)
  const passes = [
    ...(alone.length === 0 ? [] : [alone]),
    ...uses.filter((use) => !readsEventsAlone(use)).map((use) => [use]),
  ]
  return passes.reduce((joined, pass) => {
    const { relation, person } = countsOf(pass, range, withFacts)
    return join('left', joined, relation, [{ left: 'person', right: person }])
  }, rows)
}

function requiredOf({ required, column: name }: DidUse): Expr {
  if (required === null) throw new Error(`${name} requires nothing`)
  return required
}

const readsEventsAlone = ({ traits, did }: DidUse): boolean => traits.length === 0 && did.length === 0

interface Counts {
  /** The person and one column for each number; no row for a person without any of these events. */
  readonly relation: Relation
  /** The name of the column with the person. */
  readonly person: string
}

function countsOf(uses: readonly DidUse[], range: Interval, withFacts: WithFacts): Counts {
  const [first] = uses
  if (first === undefined) throw new Error('nothing is counted')
  const spans = uses.map(({ within }) => within ?? range)
  const from = leastOf(spans.map((span) => span.from))
  const to = greatestOf(spans.map((span) => span.to))
  const conditions = uses.map(({ holds }, index) => inSpan(holds, spans[index], { from, to }))
  const [only = first.holds] = conditions
  const events =
    uses.length === 1 ? withFacts(scan('events', from, to), first, range) : scan('events', from, to)
  const person = `${first.column}_person`
  const measures =
    uses.length === 1
      ? { [first.column]: count() }
      : Object.fromEntries(uses.map((use, index) => [use.column, timesOf(conditions[index])] as const))
  const met = where(events, uses.length === 1 ? only : or(...conditions))
  return { relation: aggregate(met, { [person]: column('person') }, measures), person }
}

const timesOf = (condition: Expr | undefined) =>
  sum(condition === undefined ? number(0) : choose([{ when: condition, then: number(1) }], number(0)))

interface Span {
  readonly from: number | null
  readonly to: number | null
}

/** Adds the bounds that the scan of all events does not have already. */
function inSpan(holds: Expr, span: Span | undefined, scanned: Span): Expr {
  const time = column('timestamp')
  const { from, to } = span ?? scanned
  const bounds = [
    ...(from === null || from === scanned.from ? [] : [compare('gte', time, instant(from))]),
    ...(to === null || to === scanned.to ? [] : [compare('lt', time, instant(to))]),
  ]
  return bounds.length === 0 ? holds : and(...bounds, holds)
}

const leastOf = (times: readonly (number | null)[]): number | null =>
  times.reduce((least, time) => (least === null || time === null ? null : Math.min(least, time)))
const greatestOf = (times: readonly (number | null)[]): number | null =>
  times.reduce((most, time) => (most === null || time === null ? null : Math.max(most, time)))
