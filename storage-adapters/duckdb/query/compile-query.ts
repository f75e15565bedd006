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
  optimize,
  pruneColumns,
  pushAggregateBelowIdentity,
  type Relation,
  resolveScans,
  type Rule,
  type WorkspaceRef,
} from 'sextant/storage'
import { schemaOf } from '../tables.js'
import { duckdbDialect } from './dialect.js'
import { createParameters } from './parameters.js'

const facts = identityFacts(duckdbDialect, false)

/** The rules that are applied to a plan before it is compiled for DuckDB, in this order. */
export const duckdbRules: readonly Rule<IdentityFacts>[] = [
  narrowTextTests,
  dropInnerBounds,
  pruneColumns,
  resolveScans,
  identitySemiJoin,
  pushAggregateBelowIdentity,
  deferIdentityJoin,
]

interface CompileOptions {
  readonly withoutRules?: readonly string[]
  /** That of DuckDB, by default without the native forms of plugins. */
  readonly dialect?: Dialect
}

/** Applies this adapter's rules to the plan and compiles it. */
export function compileQuery(
  workspace: WorkspaceRef,
  asked: Relation,
  { withoutRules = [], dialect = duckdbDialect }: CompileOptions = {},
): CompiledQuery {
  const { plan, fired } = optimize(asked, duckdbRules, facts, withoutRules)
  const columns = columnsOf(asked)
  const parameters = createParameters()
  const { text } = compileStatement(plan, columns, dialect, schemaOf(workspace), parameters)
  return {
    workspace,
    text,
    parameters: parameters.values,
    columns,
    fired,
    rules: fired.map(({ rule }) => rule),
  }
}
