import { deviceKey, type NativeOperator, type Scope } from '../dialect.js'
import type { Select } from '../select.js'
import type { RollupOptions } from './operator.js'

/** The rows of a rollup with (at least) the needed columns; persons are resolved afterwards, by the device's key. */
type Rows<R> = (rollup: R, options: RollupOptions, needed: ReadonlySet<string>, scope: Scope) => Select

/** How an adapter answers the scan of one of its rollups. */
export const rollupCompiler =
  <R extends { readonly name: string }>(rollups: readonly R[], rowsOf: Rows<R>): NativeOperator =>
  (node, needed, scope) => {
    const options = node.options as RollupOptions
    const rollup = rollups.find(({ name }) => name === options.name)
    if (rollup === undefined) throw new Error(`there is no rollup ${options.name}`)
    scope.reads.add(rollup.name)
    const resolved = needed.has('person') || needed.has('user_id')
    const rows = rowsOf(rollup, options, new Set(resolved ? [...needed, deviceKey] : needed), scope)
    return resolved ? scope.dialect.resolvePersons(rows, scope) : rows
  }
