import {
  columnsOf,
  type CompiledQuery,
  type Relation,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import { compileStatement } from '../../sql/compile.js'
import { optimize } from '../../sql/optimizer.js'
import type { RollupSet } from '../../sql/views/operator.js'
import { placeOf, shardsOf } from '../cluster/database.js'
import { clickhouseDialect, createParameters } from './dialect.js'
import { clickhouseRules } from './rules/index.js'

interface CompileOptions {
  /** Null unless given: the server stands alone. */
  readonly cluster?: string | null
  /** The views that may answer; none unless given. */
  readonly views?: RollupSet | null
  readonly withoutRules?: readonly string[]
}

/** The plan after this adapter's rules, as a statement. */
export function compileQuery(
  workspace: WorkspaceRef,
  asked: Relation,
  { cluster = null, views = null, withoutRules = [] }: CompileOptions = {},
): CompiledQuery {
  const rules = clickhouseRules.filter(({ name }) => !withoutRules.includes(name))
  const { plan, fired } = optimize(asked, rules, { views })
  const parameters = createParameters()
  const place = placeOf(workspace, cluster)
  const text = compileStatement(plan, clickhouseDialect, place.database, parameters, shardsOf(place))
  return {
    workspace,
    text,
    parameters: parameters.values,
    columns: columnsOf(asked),
    rules: fired.map(({ rule }) => rule),
  }
}
