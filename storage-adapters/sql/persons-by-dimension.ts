import type { OperatorNode, Relation } from '../../core/contract/index.js'

/** Distinct persons by bucket and dimension, which an adapter puts into plans itself (see breakdown-to-bitmap.ts). */
export const personsByDimensionOperator = '@persons-by-dimension'

/** The number of a row's bucket: a column that plans cannot name. */
export const bucketNumber = '@bit'

export interface PersonsByDimensionOptions {
  /** The bounds of the buckets, in one of which every row lies. */
  readonly edges: readonly number[]
}

/**
 * The answer of a `breakdown` that counts persons. `rows` have `label`, `person` and the number of their bucket, nothing
 * else of them is read, and equal ones count once; `kept` are the labels that stand for themselves, as keptLabels() gives them.
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
