import * as plan from '../../../contract/index.js'
import type { Relation, SortKey, SourceName } from '../../../contract/index.js'
import { acting, mayAct } from './acting.js'
import { someOf, type Choices } from './choices.js'
import { cohorted } from './cohorted.js'
import { expression } from './expressions.js'
import { columnsOfKind, isScalar, scalarKinds, scanned, totalOrder, type Frame, type Kind } from './frames.js'
import { aggregated, measures, named, type NewName } from './grouping.js'
import { joined } from './joining.js'
import { brokenDown, isLabelled, lived, present, sequenced } from './operating.js'
import { isPageable, paged } from './paging.js'
import { moments } from './vocabulary.js'

/** A random plan, well-typed, deterministic, without keys in its result; sorted only in a total order. */
export function planFrom(choices: Choices): Relation {
  const newName = namer(choices)
  const frame = frameFrom(choices, choices.of([1, 2, 3, 4, 0]), newName)
  const isPage = isPageable(frame) && choices.chance(70)
  return finished(choices, isPage ? paged(choices, frame, newName) : frame, newName)
}

/**
 * Names as callers create them, through the names of traits: they must be quoted, and exceed some engines'
 * limits.
 */
export function namer(choices: Choices): NewName {
  let count = 0
  const decorations = [
    '',
    '',
    '',
    " it's",
    ' "q"',
    '`b`',
    'ü😀',
    '\\',
    '.x',
    '?',
    '{a:Int8}',
    '%',
    'x'.repeat(70),
  ]
  return (prefix) => `${choices.of(decorations)}${prefix}${++count}`
}

/** A random relation, with at most this many steps after its scan. */
export function frameFrom(choices: Choices, steps: number, newName: NewName): Frame {
  let frame = sourceFrom(choices, newName)
  for (let step = 0; step < steps; step++)
    frame = choices.of(stepsFrom(choices, frame, steps - step - 1, newName))(frame)
  return frame
}

function sourceFrom(choices: Choices, newName: NewName): Frame {
  if (choices.chance(4)) {
    const [name, size] = [newName('i'), choices.below(4)]
    return { relation: plan.spine(name, size), columns: { [name]: 'int' }, unique: [name], size }
  }
  const source = choices.of<SourceName>([
    'events',
    'events',
    'events',
    'traits',
    'logs',
    'metrics',
    'metric_buckets',
    'contexts',
    'links',
  ])
  const from = choices.chance(20) ? choices.of(moments.slice(0, 6)) : null
  const to = choices.chance(20) ? choices.of(moments.slice(5)) : null
  return scanned(source, from, to)
}

type Step = (frame: Frame) => Frame

function stepsFrom(choices: Choices, frame: Frame, left: number, newName: NewName): readonly Step[] {
  const steps: Step[] = [
    (input) => filtered(choices, input),
    (input) => derived(choices, input, newName),
    (input) => selected(choices, input, newName),
    (input) => aggregated(choices, input, newName),
    (input) => aggregated(choices, input, newName),
    (input) => sorted(choices, input),
    (input) => joined(choices, input, newName),
    (input) => united(choices, input, frameFrom(choices, Math.max(0, left - 1), newName), newName),
  ]
  if (frame.unique !== null) steps.push((input) => windowed(choices, input, newName))
  if (isLabelled(frame))
    steps.push(
      (input) => brokenDown(choices, input, newName),
      (input) => brokenDown(choices, input, newName),
    )
  if (mayAct(frame)) steps.push((input) => acting(choices, input))
  const { person } = frame.columns
  if ((person === 'key' || person === 'text') && frame.columns['timestamp'] === 'time')
    steps.push(
      (input) => present(choices, input),
      (input) => present(choices, input),
      (input) => lived(choices, input),
      (input) => cohorted(choices, input),
      (input) => cohorted(choices, input),
      (input) => sequenced(choices, input),
    )
  return steps
}

/** Random conditions mostly match little, so every other one is negated to keep some rows. */
function filtered(choices: Choices, frame: Frame): Frame {
  const condition = expression(choices, frame, 'bool', 3)
  return {
    ...frame,
    relation: plan.where(frame.relation, choices.chance(50) ? plan.not(condition) : condition),
  }
}

function derived(choices: Choices, frame: Frame, newName: NewName): Frame {
  const added = named(
    Array.from({ length: 1 + choices.below(2) }, () => {
      const kind = choices.of(scalarKinds)
      return [newName('d'), expression(choices, frame, kind), kind] as const
    }),
  )
  return {
    ...frame,
    relation: plan.derive(frame.relation, added.values),
    columns: { ...frame.columns, ...added.kinds },
  }
}

function selected(choices: Choices, frame: Frame, newName: NewName): Frame {
  const kept = someOf(choices, Object.keys(frame.columns), 4)
  const kind = choices.of(scalarKinds)
  const name = newName('s')
  return keep(frame, kept, { [name]: expression(choices, frame, kind) }, { [name]: kind })
}

/** These columns of the frame and some new ones. */
function keep(
  frame: Frame,
  kept: readonly string[],
  added: Readonly<Record<string, plan.Expr>> = {},
  kinds: Readonly<Record<string, Kind>> = {},
): Frame {
  const columns = Object.fromEntries(kept.map((name) => [name, plan.column(name)]))
  return {
    ...frame,
    relation: plan.select(frame.relation, { ...columns, ...added }),
    columns: { ...Object.fromEntries(kept.map((name) => [name, frame.columns[name]!])), ...kinds },
    unique: frame.unique?.every((name) => kept.includes(name)) === true ? frame.unique : null,
  }
}

const sortKey = (choices: Choices, by: plan.Expr): SortKey =>
  choices.chance(50) ? plan.descending(by) : plan.ascending(by)

/** Random keys first, then those that make the order total. */
function sortKeys(choices: Choices, frame: Frame, total: readonly string[]): readonly SortKey[] {
  const byTime = frame.columns['timestamp'] === 'time' && choices.chance(30)
  const random = (): plan.Expr => expression(choices, frame, choices.of(scalarKinds), 1)
  const first = byTime ? [plan.column('timestamp')] : choices.chance(60) ? [random()] : []
  return [...first, ...total.map(plan.column)].map((by) => sortKey(choices, by))
}

/** With a limit, or at the top, only in a total order. */
function sorted(choices: Choices, frame: Frame): Frame {
  const total = totalOrder(frame)
  const keys = sortKeys(choices, frame, total ?? [])
  if (keys.length === 0) return frame
  const limit = total !== null && choices.chance(70) ? choices.of([5, 20, 100, 3, 1, 7, 0]) : null
  const offset = total !== null && choices.chance(40) ? choices.of([1, 2, 3, 10]) : 0
  return { ...frame, relation: plan.sort(frame.relation, keys, limit, offset) }
}

function united(choices: Choices, left: Frame, right: Frame, newName: NewName): Frame {
  const columns = Array.from(
    { length: 1 + choices.below(3) },
    () => [newName('u'), choices.of(scalarKinds)] as const,
  )
  const side = (frame: Frame): Relation => {
    const exprs = columns.map(([name, kind]) => [name, expression(choices, frame, kind, 1)] as const)
    return plan.select(frame.relation, Object.fromEntries(exprs))
  }
  return {
    relation: plan.union(side(left), side(right)),
    columns: Object.fromEntries(columns),
    unique: null,
    size: left.size + right.size,
  }
}

/**
 * Partitioned by the keys of the unique columns and ordered by the others, so that every row has a definite
 * position.
 */
function windowed(choices: Choices, frame: Frame, newName: NewName): Frame {
  const unique = frame.unique ?? []
  const keys = columnsOfKind(frame, (kind) => kind === 'key')
  const place = unique.filter((name) => isScalar(frame.columns[name]!))
  const partition = new Set([...unique.filter((name) => keys.includes(name)), ...someOf(choices, keys, 1)])
  const split = choices.chance(40) ? [expression(choices, frame, choices.of(scalarKinds), 1)] : []
  const order = sortKeys(choices, frame, place)
  if (order.length === 0) return frame
  const kind = choices.of(scalarKinds)
  const summed = choices.of(['exact', 'int'] as const)
  const least = choices.of(['time', 'int', 'exact', 'wild'] as const)
  const [next, sum, total, before] = [newName('next'), newName('sum'), newName('total'), newName('before')]
  return {
    ...frame,
    relation: plan.window(frame.relation, [...[...partition].map(plan.column), ...split], order, {
      [next]: { kind: 'next', value: expression(choices, frame, kind, 1) },
      [sum]: { kind: 'running-sum', value: expression(choices, frame, summed, 1) },
      [total]: { kind: 'total', value: expression(choices, frame, summed, 1) },
      [before]: { kind: 'min-before', value: expression(choices, frame, least, 1) },
    }),
    columns: { ...frame.columns, [next]: kind, [sum]: summed, [total]: summed, [before]: least },
  }
}

/** Without keys, with a column, and sometimes sorted. */
function finished(choices: Choices, frame: Frame, newName: NewName): Relation {
  const shown = columnsOfKind(frame, (kind) => kind !== 'key')
  const kept = shown.length > 6 && choices.chance(70) ? someOf(choices, shown, 6) : shown
  if (kept.length === 0)
    return plan.aggregate(frame.relation, {}, measures(choices, frame, newName, 1).values)
  const answer = kept.length === Object.keys(frame.columns).length ? frame : keep(frame, kept)
  const order = totalOrder(answer)
  if (order !== null && order.length > 0 && choices.chance(50)) return sorted(choices, answer).relation
  // A sort at the top promises an order, which only a total one keeps.
  return answer.relation.kind === 'sort' && order === null ? plan.union(answer.relation) : answer.relation
}
