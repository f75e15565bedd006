import * as plan from '../../../contract/index.js'
import type { Interval } from '../../../contract/index.js'
import { someOf, type Choices } from './choices.js'
import { edges, expression } from './expressions.js'
import { splitsOf, type Frame, type Kind } from './frames.js'
import { measures, type NewName } from './grouping.js'
import { eventNames, moments } from './vocabulary.js'

export function present(choices: Choices, frame: Frame): Frame {
  const splits = splitsOf(frame)
  const by = someOf(choices, splits, 2)
  return {
    relation: plan.presence(frame.relation, { windows: windows(choices), by }),
    columns: {
      window: 'int',
      ...Object.fromEntries(by.map((name) => [name, frame.columns[name]!])),
      persons: 'int',
    },
    unique: ['window', ...by],
    size: frame.size * moments.length,
  }
}

/** Whether a frame has the time that a breakdown needs, and none of the columns that it creates. */
export const isLabelled = ({ columns }: Frame): boolean =>
  columns['timestamp'] === 'time' && !['label', 'shown', 'kept', 'dimension'].some((name) => name in columns)

/**
 * A random measure by bucket and random labels. Rows outside the buckets form a bucket of their own, so
 * nothing is unique.
 */
export function brokenDown(choices: Choices, frame: Frame, newName: NewName): Frame {
  const label = expression(choices, frame, 'text', 1)
  const { values, kinds } = measures(choices, frame, newName, 1)
  const [name, measure] = Object.entries(values)[0]!
  const names = choices.chance(25) ? { names: [...eventNames.slice(0, 2), plan.noneLabel] } : {}
  return {
    relation: plan.breakdown(plan.derive(frame.relation, { label }), {
      edges: edges(choices),
      measure,
      limit: choices.of([1, 2, 25, 0]),
      ...names,
    }),
    columns: { bucket: 'int', dimension: 'text', value: kinds[name]! },
    unique: null,
    size: frame.size * 3,
  }
}

/**
 * Steps of random conditions, or of one event name each; the persons, which cannot be shown, are counted by
 * depth.
 */
export function sequenced(choices: Choices, frame: Frame): Frame {
  const named = frame.columns['event_name'] === 'text' && choices.chance(50)
  const condition = (index: number): plan.Expr =>
    named
      ? plan.equals(plan.column('event_name'), plan.text(eventNames[index] ?? ''))
      : expression(choices, frame, 'bool', 1)
  const steps = Array.from({ length: 2 + choices.below(2) }, (_, index) => condition(index))
  const order = choices.of(['loose', 'strict', 'any'] as const)
  const runs = plan.sequence(frame.relation, {
    steps,
    window: choices.of([86_400_000, 1, 0, 1e12]),
    order,
    exclusions: order === 'any' || choices.chance(70) ? [] : [{ when: condition(3), from: 1, to: 2 }],
    times: choices.chance(50),
    label: choices.chance(30) ? expression(choices, frame, 'text', 1) : null,
    edges: choices.chance(40) ? edges(choices) : null,
    lastOnly: choices.chance(40),
  })
  const shown = Object.fromEntries(Object.entries(plan.columnsOf(runs)).filter(([, type]) => type !== 'key'))
  const by = Object.fromEntries(Object.keys(shown).map((name) => [name, plan.column(name)]))
  const kinds = Object.entries(shown).map(([name, type]) => [name, type as Kind] as const)
  return {
    relation: plan.aggregate(runs, by, { runs: plan.count() }),
    columns: { ...Object.fromEntries(kinds), runs: 'int' },
    unique: Object.keys(shown),
    size: frame.size,
  }
}

/** Ascending at both ends: overlapping, touching, separate or empty. */
function windows(choices: Choices): readonly Interval[] {
  const [bounds, length] = [edges(choices), choices.of([1, 2, 4, 3, 0])]
  const every = 1 + choices.below(2)
  const ascending = bounds
    .map((from, index) => ({ from, to: bounds[Math.min(index + length, bounds.length - 1)]! }))
    .filter((_, index) => index % every === 0)
  return choices.chance(20) ? [...ascending.slice(2), ...ascending.slice(0, 4)] : ascending
}

/** The period before ends with the first bucket's start, or earlier. */
export function lived(choices: Choices, frame: Frame): Frame {
  const [from, to, ...others] = moments.slice(choices.below(4))
  const buckets = others.slice(choices.below(2), 1 + choices.below(others.length))
  return {
    relation: plan.lifecycle(frame.relation, {
      before: { from: from!, to: to! },
      edges: choices.chance(50) ? buckets : [to!, ...others.slice(0, buckets.length)],
    }),
    columns: { bucket: 'int', state: 'text', persons: 'int' },
    unique: ['bucket', 'state'],
    size: frame.size * moments.length,
  }
}
