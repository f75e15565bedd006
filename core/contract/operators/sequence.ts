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
 * Sequence: how far each person gets through the steps, in one run inside the window. The input has the columns
 * `timestamp` and `person`. One row for each person who has a run, with `person` (a key), `bucket` where there are edges, `depth`
 * (the steps reached, from 1), the times of these steps (null for those not reached) and the `label`.
 */
export function sequence(input: Relation, options: SequenceOptions): Relation {
  const types = columnsOf(input)
  if (types['timestamp'] !== 'time' || types['person'] !== 'key')
    throw new PlanError('sequence: the input needs timestamp and person')
  if (options.order === 'any' && options.exclusions.length > 0)
    throw new PlanError('sequence: nothing is between two steps of any order')
  const columns: Columns = {
    person: 'key',
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
 * The lowering: rows of one instant become one row that says how many steps can be taken there from each depth on
 * (`instants`); from the last instant to the first every one learns when the steps after it would be reached, one
 * window layer a step (`looseOrder` and its like); then each person's deepest start is taken (`deepest`). One sort of
 * the instants, no pairs of rows.
 */
export function lowerSequence(
  { inputs: [input], options, columns }: OperatorNode,
  takings: Takings = countedTakings,
): Relation {
  const asked = options as SequenceOptions
  if (input === undefined) throw new Error('sequence needs an input')
  const runs = orders[asked.order](instants(input, asked, takings), asked)
  const answer = Object.keys(columns).map((name) => [name, column(name)] as const)
  return deepest(runs, asked, answer)
}

export const sequenceOperator: OperatorDefinition = {
  name: 'sequence',
  lower: (node) => lowerSequence(node),
}
