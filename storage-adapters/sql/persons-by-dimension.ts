import type { OperatorNode, Relation } from '../../contract/index.js'

/**
 * The operator for distinct persons by bucket and dimension; only the
 * rule breakdown-to-bitmap puts it into plans.
 */
export const personsByDimensionOperator = '@persons-by-dimension'

/** The column with the index of a row's bucket; plans cannot name it. */
export const bucketNumber = '@bit'

export interface PersonsByDimensionOptions {
  /** The bounds of the buckets; every row is in one of them. */
  readonly edges: readonly number[]
}

/**
 * A node with the answer of a `breakdown` that counts persons. `rows` have `label`, `person` and the index of
 * their bucket; nothing else is read, and equal rows count once. `kept` has the labels that keep their names,
 * from keptLabels(); all others become `(other)`.
 */
export function personsByDimension(
  rows: Relation,
  kept: Relation,
  options: PersonsByDimensionOptions,
): OperatorNode {
  const node: OperatorNode = {
    kind: 'operator',
    operator: personsByDimensionOperator,
    inputs: [rows, kept],
    options,
    columns: { bucket: 'int', dimension: 'text', value: 'int' },
  }
  return Object.freeze(node)
}
