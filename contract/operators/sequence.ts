import { column } from '../builders.js'
import { columnsOf, PlanError } from '../columns.js'
import type { OperatorNode, Relation } from '../plan.js'
import type { Columns } from '../sources.js'
import type { OperatorDefinition } from './operator.js'
import { anyOrder } from './sequence-any.js'
import { deepest } from './sequence-deepest.js'
import { countedTakings, instants, type Takings } from './sequence-instants.js'
import { looseOrder } from './sequence-loose.js'
import { timeOf, type SequenceOptions } from './sequence-options.js'
import { strictOrder } from './sequence-strict.js'

/**
 * Sequence: how many of the steps each person completes, in one run within the window. The input has the
 * columns `timestamp` and `person`. The result has one row per person with a run (and per interval, if there
 * are edges): `person` (of the input's type), `bucket` if there are edges, `depth` (the steps reached, from 1), the times
 * of these steps (null for steps not reached) and the `label`.
 */
export function sequence(input: Relation, options: SequenceOptions): Relation {
  const types = columnsOf(input)
  const { person } = types
  if (types['timestamp'] !== 'time' || (person !== 'key' && person !== 'text'))
    throw new PlanError('sequence: the input must have timestamp (a time) and person (a key or text)')
  if (options.order === 'any' && options.exclusions.length > 0)
    throw new PlanError('sequence: the order any takes no exclusions')
  const columns: Columns = {
    person,
    ...(options.edges === null ? {} : { bucket: 'int' }),
    depth: 'int',
    ...(options.times ? Object.fromEntries(options.steps.map((_, at) => [timeOf(at + 1), 'time'])) : {}),
    ...(options.label === null ? {} : { label: 'text' }),
  }
  const node: OperatorNode = { kind: 'operator', operator: 'sequence', inputs: [input], options, columns }
  return Object.freeze(node)
}

const orders = { loose: looseOrder, strict: strictOrder, any: anyOrder } as const

/**
 * The lowering has three stages:
 *
 * 1. `instants`: the rows of one instant become one row with the number of steps that can be taken there from
 * each depth.
 * 2. `looseOrder`, `strictOrder` or `anyOrder`: from the last instant to the first, each instant gets the
 * times at which the steps after it would be reached, with one window layer per step.
 * 3. `deepest`: the start of each person's deepest run is selected.
 *
 * This takes one sort of the instants and no pairs of rows.
 */
export function lowerSequence(
  { inputs: [input], options, columns }: OperatorNode,
  takings: Takings = countedTakings,
): Relation {
  const asked = options as SequenceOptions
  if (input === undefined) throw new Error('sequence requires an input')
  const runs = orders[asked.order](instants(input, asked, takings), asked)
  const answer = Object.keys(columns).map((name) => [name, column(name)] as const)
  return deepest(runs, asked, answer)
}

export const sequenceOperator: OperatorDefinition = {
  name: 'sequence',
  lower: (node) => lowerSequence(node),
}
