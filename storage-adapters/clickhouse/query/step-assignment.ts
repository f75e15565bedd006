import {
  column,
  columnsOf,
  measureType,
  reachAt,
  type OperatorNode,
  type Relation,
  type Taking,
  type Takings,
} from '../../../contract/index.js'
import type { NativeOperator } from '../../sql/dialect.js'
import { compileMeasure, group } from '../../sql/group.js'
import { collectAll, measureInputs } from '../../sql/required-columns.js'
import { columnOf, intColumn, keyColumn, staged, type Column } from '../../sql/select.js'
import { inputOf } from '../../sql/identity/nodes.js'

/** The name of an operator that only this adapter inserts into plans and compiles. */
export const takingsOperator = '@takings'

/** Returns a plan node for the step assignment of each person's instants (see compileTakings). */
export const arrayTakings: Takings = (marked, taking): Relation => {
  const types = columnsOf(marked)
  const measures = Object.entries(taking.measures).map(
    ([name, one]) => [name, measureType(one, types)] as const,
  )
  const depths = Array.from({ length: taking.steps }, (_, depth) => [reachAt(depth), 'int'] as const)
  const node: OperatorNode = {
    kind: 'operator',
    operator: takingsOperator,
    inputs: [marked],
    options: taking,
    columns: { person: 'key', timestamp: 'time', ...Object.fromEntries([...measures, ...depths]) },
  }
  return Object.freeze(node)
}

/**
 * Compiles step assignment: how deep a run gets with the rows of one instant, from each depth. The steps that
 * a row fits are the bits of a mask. A set of steps is short if fewer rows than its size have one of its bits
 * (Hall's theorem). A run gets to the step before the highest one of a short set, the minimum over all short
 * sets beyond its depth. Sets of at most one step more than there are rows suffice, as a larger short set
 * contains a smaller one. Example, two steps and one row that fits both:
 *
 *   mask 0b11; sets {1}, {2}, {1, 2}: only {1, 2} is short (1 row, 2 steps)
 *   from depth 0: {1, 2} limits the run to 1; from depth 1: no short set lies beyond, so it gets to 2
 */
export const compileTakings: NativeOperator = (node, needed, scope) => {
  const input = inputOf(node)
  const { conditions, steps, measures } = node.options as Taking
  const wanted = Object.entries(measures).filter(([name]) => needed.has(name))
  const marks = conditions.conditions.map((_, index) => `is_${index}`)
  const inputs = collectAll([
    ...['person', 'timestamp', ...marks].map(column),
    ...wanted.flatMap(([, one]) => measureInputs(one)),
  ])
  const rows = scope.compile(input, inputs)
  const types = columnsOf(input)
  const bits = marks.map((name, index) => {
    const mask = conditions.ofStep.reduce((sum, one, step) => sum + (one === index ? 2 ** step : 0), 0)
    return `if(${columnOf(rows, name).sql}, ${mask}, 0)`
  })
  const key = (name: string) => [name, columnOf(rows, name)] as const
  const made = wanted.map(([name, one]) => [name, compileMeasure(one, types, rows, scope)] as const)
  const masks: Column = {
    sql: `arraySort(groupArray(toUInt16(${bits.join(' + ')})))`,
    type: 'key',
    nullable: false,
  }
  const instants = group(rows, [key('person'), key('timestamp')], [...made, ['masks', masks]], null, scope)

  const sets = Array.from({ length: 2 ** steps - 1 }, (_, index) => index + 1).sort(
    (a, b) => size(a) - size(b),
  )
  const upTo = Array.from(
    { length: steps },
    (_, rowsThere) => sets.filter((set) => size(set) <= rowsThere + 1).length,
  )
  const own = columnOf(instants, 'masks').sql
  // Drops rows with equal masks beyond the number of steps: they serve no step.
  const few = `arrayFilter((m, n) -> m != 0 AND n <= ${steps}, ${own}, arrayEnumerateUniq(${own}))`
  const looked = `arraySlice(${list(sets)}, 1, arrayElement(${list(upTo)}, least(length(${own}), ${steps - 1}) + 1))`
  const kept = [...instants.columns].filter(([name]) => name !== 'masks')
  const cut = staged(instants, [...kept, ['few', keyColumn(few)], ['looked', keyColumn(looked)]], scope)
  const served = `arrayCount(m -> bitAnd(m, s) != 0, ${columnOf(cut, 'few').sql})`
  const short = `arrayFilter(s -> ${served} < bitCount(s), ${columnOf(cut, 'looked').sql})`
  const names = kept.map(([name]) => name)
  const withShort = staged(
    cut,
    [...names.map((name) => [name, columnOf(cut, name)] as const), ['short', keyColumn(short)]],
    scope,
  )
  const depths = Array.from({ length: steps }, (_, depth): readonly [string, Column] => {
    const behind = `arrayFilter(s -> bitAnd(s, ${2 ** depth - 1}) = 0, ${columnOf(withShort, 'short').sql})`
    const ends = `arrayMin(arrayPushBack(arrayMap(s -> toInt64(arrayElement(bitPositionsToArray(s), -1)), ${behind}), toInt64(${steps})))`
    return [reachAt(depth), intColumn(ends)]
  })
  return staged(
    withShort,
    [...names.map((name) => [name, columnOf(withShort, name)] as const), ...depths],
    scope,
  )
}

const list = (numbers: readonly number[]): string => `CAST([${numbers.join(', ')}] AS Array(UInt16))`

const size = (set: number): number => set.toString(2).replaceAll('0', '').length
