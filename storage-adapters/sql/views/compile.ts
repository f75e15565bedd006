import type { NativeOperator, Scope } from '../dialect.js'
import type { Select } from '../select.js'
import type { RollupOptions } from './operator.js'

/** The rows of a rollup with (at least) the needed columns, among them the device's key. */
type Rows<R> = (rollup: R, options: RollupOptions, needed: ReadonlySet<string>, scope: Scope) => Select

/** How an adapter answers the scan of one of its rollups. */
export const rollupCompiler =
  <R extends { readonly name: string }>(rollups: readonly R[], rowsOf: Rows<R>): NativeOperator =>
  (node, needed, scope) => {
    const options = node.options as RollupOptions
    const rollup = rollups.find(({ name }) => name === options.name)
    if (rollup === undefined) throw new Error(`there is no rollup ${options.name}`)
    scope.reads.add(rollup.name)
    return rowsOf(rollup, options, needed, scope)
  }
