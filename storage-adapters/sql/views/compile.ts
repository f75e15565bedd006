import type { NativeOperator, Scope } from '../dialect.js'
import type { Select } from '../select.js'
import type { RollupOptions } from './operator.js'

/**
 * Compiles the scan of a rollup to a SELECT with (at least) the required columns, including the device's key.
 */
type Rows<R> = (rollup: R, options: RollupOptions, needed: ReadonlySet<string>, scope: Scope) => Select

/** Compiles the scan of one of the adapter's rollups, and notes in the scope that the statement reads it. */
export const rollupCompiler =
  <R extends { readonly name: string }>(rollups: readonly R[], rowsOf: Rows<R>): NativeOperator =>
  (node, needed, scope) => {
    const options = node.options as RollupOptions
    const rollup = rollups.find(({ name }) => name === options.name)
    if (rollup === undefined) throw new Error(`unknown rollup ${options.name}`)
    scope.reads.add(rollup.name)
    return rowsOf(rollup, options, needed, scope)
  }
