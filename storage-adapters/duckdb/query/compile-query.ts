import {
  columnsOf,
  type CompiledQuery,
  compileStatement,
  deferIdentityJoin,
  type Dialect,
  dropInnerBounds,
  identityFacts,
  type IdentityFacts,
  identitySemiJoin,
  narrowTextTests,
  nothingPromoted,
  type PromotedFacts,
  type PromotedNames,
  optimize,
  pruneColumns,
  pushAggregateBelowIdentity,
  type ReadProperties,
  readPromotedColumns,
  type Relation,
  resolveScans,
  type Rule,
  storedKeysIn,
  type WorkspaceRef,
} from 'sextant/storage'
import { schemaOf } from '../tables.js'
import { duckdbDialect } from './dialect.js'
import { createParameters } from './parameters.js'

const facts = identityFacts(duckdbDialect, false)

/** The rules that are applied to a plan before it is compiled for DuckDB, in this order. */
export const duckdbRules: readonly Rule<IdentityFacts & PromotedFacts>[] = [
  narrowTextTests,
  dropInnerBounds,
  pruneColumns,
  resolveScans,
  identitySemiJoin,
  pushAggregateBelowIdentity,
  deferIdentityJoin,
  readPromotedColumns,
]

interface CompileOptions {
  /** The properties with typed columns; none by default. */
  readonly promoted?: PromotedNames | undefined
  readonly withoutRules?: readonly string[]
  /** That of DuckDB, by default without the native forms of plugins. */
  readonly dialect?: Dialect
}

/** A statement, and the properties that it reads. */
export interface DuckDbQuery extends CompiledQuery {
  readonly properties: ReadProperties
}

/** Applies this adapter's rules to the plan and compiles it. */
export function compileQuery(
  workspace: WorkspaceRef,
  asked: Relation,
  { promoted = nothingPromoted, withoutRules = [], dialect = duckdbDialect }: CompileOptions = {},
): DuckDbQuery {
  const { plan, fired } = optimize(asked, duckdbRules, { ...facts, promoted }, withoutRules)
  const columns = columnsOf(asked)
  const parameters = createParameters()
  const keys = new Set<string>()
  const noting: Dialect = {
    ...dialect,
    scan(scan, needed, scope) {
      for (const key of storedKeysIn(scan.source, needed)) keys.add(key)
      return dialect.scan(scan, needed, scope)
    },
  }
  const { text } = compileStatement(plan, columns, noting, schemaOf(workspace), parameters)
  const rules = fired.map(({ rule }) => rule)
  return {
    workspace,
    text,
    parameters: parameters.values,
    columns,
    fired,
    rules,
    properties: { keys: [...keys], promoted: rules.includes(readPromotedColumns.name) },
  }
}
