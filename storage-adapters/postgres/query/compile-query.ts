import { columnsOf, type CompiledQuery, type Relation, type WorkspaceRef } from '../../../contract/index.js'
import { compileStatement } from '../../sql/compile.js'
import type { Dialect } from '../../sql/dialect.js'
import { optimize } from '../../sql/optimizer.js'
import type { RollupSet } from '../../sql/views/operator.js'
import { schemaOf } from '../layouts.js'
import { postgresDialect } from './dialect.js'
import { createParameters, numberParameters } from './parameters.js'
import { postgresFacts, postgresRules } from './rules.js'

interface CompileOptions {
  /** The rollups that may answer; default none. */
  readonly views?: RollupSet | null
  /** Whether the days of devices may answer; default no. */
  readonly days?: boolean
  readonly withoutRules?: readonly string[]
  /** That of Postgres, by default without the native forms of plugins. */
  readonly dialect?: Dialect
}

/** Applies this adapter's rules to the plan and compiles it to a statement with numbered parameters. */
export function compileQuery(
  workspace: WorkspaceRef,
  asked: Relation,
  { views = null, days = false, withoutRules = [], dialect = postgresDialect }: CompileOptions = {},
): CompiledQuery {
  const { plan, fired } = optimize(asked, postgresRules, { ...postgresFacts, views, days }, withoutRules)
  const columns = columnsOf(asked)
  const parameters = createParameters()
  const { text, reads } = compileStatement(plan, columns, dialect, schemaOf(workspace), parameters)
  return {
    workspace,
    ...numberParameters(text, parameters.values),
    columns,
    reads,
    fired,
    rules: fired.map(({ rule }) => rule),
  }
}
