import { column, type Columns, type Expr, type Measure, type OperatorNode } from '../../../contract/index.js'

/**
 * The operator that replaces a scan of the events by the scan of a rollup; only adapters put it into plans.
 */
export const rollupOperator = 'rollup'

/**
 * A rollup's columns beside its keys: the number of its events, the first and last of their times, and the midnight
 * (UTC) before them. Plans cannot name them, and not every rollup has the midnight.
 */
export const rowsColumn = '@rows'
export const firstColumn = '@first'
export const lastColumn = '@last'
export const midnightColumn = '@midnight'

/** The properties of a rollup that decide whether it covers a plan. */
export interface RollupShape {
  readonly name: string
  /** The length of its slots in milliseconds, counted from 1970; a row counts events of one slot. */
  readonly slotMs: number
  /** The columns that plans may read; `timestamp` is the start of the slot. */
  readonly columns: Columns
}

/** One generation of an adapter's rollups, from the smallest to the largest. */
export interface RollupSet {
  readonly generation: number
  readonly shapes: readonly RollupShape[]
}

/** The options of a rollup's scan; `from` and `to` are those of the scan of the events. */
export interface RollupOptions {
  readonly name: string
  readonly generation: number
  readonly from: number | null
  readonly to: number | null
  /** The starts of the cut slots, ascending: they are answered from the events. */
  readonly cuts: readonly number[]
}

/** A node that scans a rollup. */
export const rollupScan = (options: RollupOptions, columns: Columns): OperatorNode =>
  Object.freeze({ kind: 'operator', operator: rollupOperator, inputs: [], options, columns })

/**
 * A first or last value by the first or last times of a rollup's rows alone. Several rows may have that time, so an engine's form
 * of it fails unless all of these have one value.
 */
export type EndOfSlots = Extract<Measure, { kind: 'first' | 'last' }> & { readonly ofSlots: true }

export const endOfSlots = (kind: EndOfSlots['kind'], value: Expr): EndOfSlots => ({
  ...{ kind, value, ofSlots: true },
  order: [column(kind === 'first' ? firstColumn : lastColumn)],
})

export const isEndOfSlots = (measure: Measure): measure is EndOfSlots => 'ofSlots' in measure
