import {
  aggregate,
  breakdownSets,
  bucket,
  column,
  columnsOf,
  count,
  sum,
  withDimensionOfGroups,
  type BreakdownOptions,
  type Measure,
  type OperatorNode,
  type Relation,
} from '../../contract/index.js'
import { rowsColumn } from './views/operator.js'

/** The operator for numbers of rows by bucket and dimension; only the rule breakdown-to-lists puts it into plans. */
export const countsByDimensionOperator = '@counts-by-dimension'

/** The bounds of the buckets, of which every row is in one, and the labels that keep their names. */
export type CountsByDimensionOptions = Omit<BreakdownOptions, 'measure'>

/** A node with the answer of a `breakdown` that counts rows. They have `timestamp` and `label`; those of a rollup stand for several. */
export function countsByDimension(rows: Relation, options: CountsByDimensionOptions): OperatorNode {
  const node: OperatorNode = {
    kind: 'operator',
    operator: countsByDimensionOperator,
    inputs: [rows],
    options,
    columns: { bucket: 'int', dimension: 'text', value: 'int' },
  }
  return Object.freeze(node)
}

/** Whether the rows are those of a rollup. */
export const areRolled = (rows: Relation): boolean => rowsColumn in columnsOf(rows)

/** The same answer by groups of bucket and label, for more labels than have a list each. */
export function countsByGroups(rows: Relation, { edges, ...choice }: CountsByDimensionOptions): Relation {
  const counted: Measure = areRolled(rows) ? sum(column(rowsColumn)) : count()
  const by = { bucket: bucket(column('timestamp'), edges), label: column('label') }
  const cut = withDimensionOfGroups(aggregate(rows, by, { rows: counted }), choice)
  const split = { bucket: column('bucket'), dimension: column('dimension') }
  return aggregate(cut, split, { value: sum(column('rows')) }, breakdownSets)
}
