import {
  columnsOf,
  type CompiledQuery,
  type Relation,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import { compileStatement } from '../../sql/compile.js'
import { identityFacts, type IdentityFacts } from '../../sql/identity/facts.js'
import { optimize, type Rule } from '../../sql/optimizer.js'
import { deferIdentityJoin } from '../../sql/rules/defer-identity-join.js'
import { identitySemiJoin } from '../../sql/rules/identity-semi-join.js'
import { pruneColumns } from '../../sql/rules/prune-columns.js'
import { pushAggregateBelowIdentity } from '../../sql/rules/push-aggregate-below-identity.js'
import { resolveScans } from '../../sql/rules/resolve-persons.js'
import { schemaOf } from '../tables.js'
import { duckdbDialect } from './dialect.js'
import { createParameters } from './parameters.js'

const facts = identityFacts(duckdbDialect, false)

/** The rules that are applied to a plan before it is compiled for DuckDB, in this order. */
export const duckdbRules: readonly Rule<IdentityFacts>[] = [
  pruneColumns,
  resolveScans,
  identitySemiJoin,
  pushAggregateBelowIdentity,
  deferIdentityJoin,
]

/** Applies this adapter's rules to the plan and compiles it. */
export function compileQuery(
  workspace: WorkspaceRef,
  asked: Relation,
  withoutRules: readonly string[] = [],
): CompiledQuery {
  const { plan, fired } = optimize(asked, duckdbRules, facts, withoutRules)
  const columns = columnsOf(asked)
  const parameters = createParameters()
  const { text } = compileStatement(plan, columns, duckdbDialect, schemaOf(workspace), parameters)
  return {
    workspace,
    text,
    parameters: parameters.values,
    columns,
    fired,
    rules: fired.map(({ rule }) => rule),
  }
}
