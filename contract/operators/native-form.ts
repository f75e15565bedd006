import type { OperatorNode } from '../plan.js'

/**
 * The form of an operator for one storage, in place of its lowering. Its rows are those of the lowering.
 * `sextant/storage` has the types and builders of SQL that `compile` uses (NativeOperator).
 */
export interface NativeForm {
  /** Whether the form fits the node's options; by default it always does. A node that it does not fit is lowered. Pure. */
  fits?(node: OperatorNode): boolean
  /**
   * Compiles the node to what the storage assembles its statements from: for the storages on the SQL base, a SELECT
   * with (at least) the required columns. Pure.
   */
  compile(node: OperatorNode, needed: ReadonlySet<string>, scope: never): object
}

/** The forms for one storage, by the names of their operators. */
export type NativeForms = ReadonlyMap<string, NativeForm>
