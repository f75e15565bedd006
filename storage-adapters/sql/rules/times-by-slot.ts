import {
  column,
  columnsOf,
  mapInputs,
  type AggregateNode,
  type Expr,
  type Measure,
  type Relation,
} from '../../../contract/index.js'
import { dayMs } from '../edges.js'
import { isOperator, semiJoinOperator, type SemiJoin } from '../identity/nodes.js'
import type { Rule } from '../optimizer.js'
import { measureInputs } from '../required-columns.js'
import {
  firstColumn,
  lastColumn,
  midnightColumn,
  rollupOperator,
  type RollupOptions,
} from '../views/operator.js'
import { isSlotSafe, needs, needsOther, type Needs } from '../views/slot-safe.js'
import type { ViewFacts } from './match-views.js'

/**
 * Takes the start of a rollup's slot for the first or last time in it where the rest of the plan only puts that time
 * into buckets or compares it with instants, all of them at the start of a slot or in a cut one: a slot is a key that
 * is read anyway. If all of them are midnights (UTC), it takes the slot's day, the first key of the engine's order.
 *
 *     SELECT toStartOfDay(begun), count() FROM (SELECT session, min(first) AS begun FROM device_slots GROUP BY session) …
 *     SELECT toStartOfDay(begun), count() FROM (SELECT session, min(slot) AS begun FROM device_slots GROUP BY session) …
 */
export const timesBySlot: Rule<ViewFacts> = {
  name: 'times-by-slot',
  at: 'root',
  apply(plan, { views }) {
    if (views === null) return null
    const shapes = new Map(views.shapes.map((shape) => [shape.name, shape]))
    const replaced = new Map<Relation, Relation>()
    for (const node of aggregatesOf(plan)) {
      const rollup = rollupBelow(node.input)
      const shape = rollup === null ? undefined : shapes.get(rollup.name)
      if (rollup === null || shape === undefined) continue
      const { slotMs } = shape
      const isKnown = (ms: number): boolean =>
        ms % slotMs === 0 || rollup.cuts.includes(Math.floor(ms / slotMs) * slotMs)
      const measures = Object.entries(node.measures).map(([name, measure]): [string, Measure] => {
        const target = { node, name }
        if (!isTimeOfSlot(measure) || !isSlotEnough(plan, target, isKnown)) return [name, measure]
        const byDay = midnightColumn in shape.columns && isSlotEnough(plan, target, isMidnight)
        return [name, { kind: measure.kind, value: column(byDay ? midnightColumn : 'timestamp') }]
      })
      if (measures.some(([name, measure]) => measure !== node.measures[name]))
        replaced.set(node, { ...node, measures: Object.fromEntries(measures) })
    }
    return replaced.size === 0 ? null : withReplaced(plan, replaced)
  },
}

const isMidnight = (ms: number): boolean => ms % dayMs === 0

/** The aggregates of a plan, each once. */
function aggregatesOf(plan: Relation): readonly AggregateNode[] {
  const seen = new Set<Relation>()
  const visit = (node: Relation): Relation => {
    if (!seen.has(node)) {
      seen.add(node)
      mapInputs(node, visit)
    }
    return node
  }
  visit(plan)
  return [...seen].filter((node) => node.kind === 'aggregate')
}

/** The rollup whose rows the relation filters, if its `timestamp` is the rollup's. */
function rollupBelow(relation: Relation): RollupOptions | null {
  switch (relation.kind) {
    case 'where':
      return rollupBelow(relation.input)
    case 'derive':
      return 'timestamp' in relation.columns ? null : rollupBelow(relation.input)
    case 'join':
      return 'timestamp' in columnsOf(relation.right) ? null : rollupBelow(relation.left)
    case 'operator': {
      if (relation.operator === rollupOperator) return relation.options as RollupOptions
      const [rows] = relation.inputs
      return rows !== undefined && isOperator(relation, semiJoinOperator) ? rollupBelow(rows) : null
    }
    default:
      return null
  }
}

type TimeOfSlot = Extract<Measure, { kind: 'sum' | 'avg' | 'min' | 'max' }> & { readonly kind: 'min' | 'max' }

/** The least of the first times, or the greatest of the last ones. */
function isTimeOfSlot(measure: Measure): measure is TimeOfSlot {
  const { kind } = measure
  if (kind !== 'min' && kind !== 'max') return false
  const { value } = measure
  return value.kind === 'column' && value.name === (kind === 'min' ? firstColumn : lastColumn)
}

interface Target {
  readonly node: AggregateNode
  readonly name: string
}

/** Whether the plan distinguishes no two times of one slot that is not cut. */
function isSlotEnough(plan: Relation, target: Target, isKnown: (ms: number) => boolean): boolean {
  const needed = needs()
  const shown = carried(plan, target, needed)
  return shown?.size === 0 && [...needed.instants].every(isKnown)
}

type Names = ReadonlySet<string>
const none: Names = new Set()

/**
 * The columns of a relation that are the target's time; null if the time may be read to the millisecond. Adds the
 * instants that it is compared with to `needed`.
 */
function carried(relation: Relation, target: Target, needed: Needs): Names | null {
  if (relation === target.node) return new Set([target.name])
  const inputOf = (input: Relation): Names | null => carried(input, target, needed)
  switch (relation.kind) {
    case 'scan':
    case 'spine':
      return none
    case 'where': {
      const times = inputOf(relation.input)
      return times && areSafe([relation.condition], times, needed) ? times : null
    }
    case 'derive':
    case 'select': {
      const times = inputOf(relation.input)
      const own = times && named(relation.columns, times, needed)
      if (times === null || own === null || relation.kind === 'select') return own
      return new Set([...own, ...[...times].filter((name) => !(name in relation.columns))])
    }
    case 'aggregate': {
      const times = inputOf(relation.input)
      return times && ofGroups(relation, times, needed)
    }
    case 'sort': {
      const times = inputOf(relation.input)
      const keys = relation.keys.map(({ by }) => by)
      return times && areSafe(keys, times, needed) ? times : null
    }
    case 'join': {
      const [left, right] = [inputOf(relation.left), inputOf(relation.right)]
      if (left === null || right === null) return null
      if (relation.on.some((key) => left.has(key.left) || right.has(key.right))) return null
      const others = columnsOf(relation.right)
      return new Set([...[...left].filter((name) => !(name in others)), ...right])
    }
    case 'union':
    case 'window':
      return mapsNothing(relation.kind === 'union' ? relation.inputs : [relation.input], inputOf)
    case 'operator': {
      const [rows, keys] = relation.inputs
      if (rows === undefined || keys === undefined || !isOperator(relation, semiJoinOperator))
        return mapsNothing(relation.inputs, inputOf)
      const { left, right } = relation.options as SemiJoin
      const [times, looked] = [inputOf(rows), inputOf(keys)]
      return times === null || looked === null || times.has(left) || looked.has(right) ? null : times
    }
  }
}

/** No columns if none of the inputs has the time; null otherwise. */
const mapsNothing = (
  inputs: readonly Relation[],
  inputOf: (input: Relation) => Names | null,
): Names | null => (inputs.every((input) => inputOf(input)?.size === 0) ? none : null)

/** The columns that are the time itself; null if another one distinguishes times of one slot. */
function named(columns: Readonly<Record<string, Expr>>, times: Names, needed: Needs): Names | null {
  const isTime = (expr: Expr): boolean => expr.kind === 'column' && times.has(expr.name)
  const [same, others] = [new Set<string>(), [] as Expr[]]
  for (const [name, expr] of Object.entries(columns)) {
    if (isTime(expr)) same.add(name)
    else others.push(expr)
  }
  return areSafe(others, times, needed) ? same : null
}

/** The least or greatest of the times is such a time; keys and other measures may only use it by slot. */
function ofGroups({ by, measures }: AggregateNode, times: Names, needed: Needs): Names | null {
  const ends: Record<string, Expr> = {}
  const others: Expr[] = Object.values(by)
  for (const [name, measure] of Object.entries(measures)) {
    if (measure.kind === 'min' || measure.kind === 'max') ends[name] = measure.value
    else others.push(...measureInputs(measure))
  }
  return areSafe(others, times, needed) ? named(ends, times, needed) : null
}

const areSafe = (exprs: readonly Expr[], times: Names, needed: Needs): boolean =>
  [...times].every((time) => exprs.every((expr) => isSlotSafe(expr, needsOther(needed, []), time)))

/** The plan with the replaced nodes; a relation that occurs twice remains shared. */
function withReplaced(plan: Relation, replaced: ReadonlyMap<Relation, Relation>): Relation {
  const done = new Map<Relation, Relation>()
  const visit = (node: Relation): Relation => {
    const known = done.get(node)
    if (known !== undefined) return known
    const result = mapInputs(replaced.get(node) ?? node, visit)
    done.set(node, result)
    return result
  }
  return visit(plan)
}
