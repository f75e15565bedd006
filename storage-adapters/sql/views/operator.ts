import type { Columns, OperatorNode } from '../../../core/contract/index.js'

/** Stands in a plan of the adapter's own for a scan of the events that is answered from a rollup. */
export const rollupOperator = 'rollup'

/** What a rollup's rows stand for, beside its keys; plans of ours cannot name them. */
export const rowsColumn = '@rows'
export const firstColumn = '@first'
export const lastColumn = '@last'

/** What the decider knows of a rollup. */
export interface RollupShape {
  readonly name: string
  /** Its rows stand for the events of one slot, so many milliseconds long; slots begin with 1970. */
  readonly slotMs: number
  /** What plans may ask of it; `timestamp` is the start of the slot. */
  readonly columns: Columns
}

/** The rollups of an adapter, from the smallest to the largest, in one generation of them. */
export interface RollupSet {
  readonly generation: number
  readonly shapes: readonly RollupShape[]
}

export interface RollupOptions {
  readonly name: string
  readonly generation: number
  readonly from: number | null
  readonly to: number | null
  /** The starts of the slots that are answered from the events themselves, in order. */
  readonly cuts: readonly number[]
}

export const rollupScan = (options: RollupOptions, columns: Columns): OperatorNode =>
  Object.freeze({ kind: 'operator', operator: rollupOperator, inputs: [], options, columns })
