import type { Columns, OperatorNode } from '../../core/contract/index.js'

/** Stands in a plan of the adapter's own for a scan of the events that is answered from a rollup. */
export const rollupOperator = 'rollup'

export interface RollupOptions {
  readonly name: string
  readonly generation: number
  readonly from: number | null
  readonly to: number | null
  /** The starts of the hours that are answered from the events themselves, in order. */
  readonly cuts: readonly number[]
}

export const rollupScan = (options: RollupOptions, columns: Columns): OperatorNode =>
  Object.freeze({ kind: 'operator', operator: rollupOperator, inputs: [], options, columns })
