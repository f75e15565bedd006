import {
  columnsOf,
  type CompiledQuery,
  type Relation,
  type WorkspaceRef,
} from '../../../core/contract/index.js'
import { compileStatement } from '../../sql/compile.js'
import type { Dialect } from '../../sql/dialect.js'
import { optimize } from '../../sql/optimizer.js'
import { parsePropertyKey } from '../../sql/required-columns.js'
import type { RollupSet } from '../../sql/views/operator.js'
import { placeOf, shardsOf } from '../cluster/database.js'
import type { ReadsOf } from '../promoted/ask.js'
import { nothingPromoted, type PromotedNames } from '../promoted/columns.js'
import { clickhouseDialect, createParameters } from './dialect.js'
import { clickhouseFacts, clickhouseRules } from './rules/index.js'
import { scanSource } from './scan.js'

export interface CompileOptions {
  /** Null unless given: the server stands alone. */
  readonly cluster?: string | null
  /** The views that may answer; none unless given. */
  readonly views?: RollupSet | null
  readonly withoutRules?: readonly string[]
  /** The properties with columns of their own; none unless given. */
  readonly promoted?: PromotedNames | undefined
  /** Where the properties that the statement reads are noted. */
  readonly reads?: ReadsOf | undefined
}

/** The plan after this adapter's rules, as a statement: the same for the same views and promoted columns. */
export function compileQuery(
  workspace: WorkspaceRef,
  asked: Relation,
  options: CompileOptions = {},
): CompiledQuery {
  const { cluster = null, views = null, withoutRules = [], promoted = nothingPromoted, reads } = options
  const { plan, fired } = optimize(
    asked,
    clickhouseRules,
    { ...clickhouseFacts(cluster), views },
    withoutRules,
  )
  const columns = columnsOf(asked)
  const parameters = createParameters()
  const place = placeOf(workspace, cluster)
  const keys = new Set<string>()
  const dialect: Dialect = {
    ...clickhouseDialect,
    scan(source, range, needed, scope) {
      if (source === 'events')
        for (const key of needed) if (parsePropertyKey(key)?.column === 'properties') keys.add(key)
      return scanSource(source, range, needed, scope, promoted)
    },
  }
  const statement = compileStatement(plan, columns, dialect, place.database, parameters, shardsOf(place))
  const query: CompiledQuery = {
    workspace,
    ...statement,
    parameters: parameters.values,
    columns,
    rules: fired.map(({ rule }) => rule),
  }
  const used = [...keys].some((key) => promoted.has(key))
  const plain = (): CompiledQuery => compileQuery(workspace, asked, { cluster, views, withoutRules })
  if (keys.size > 0) reads?.set(query, { keys, plain: used ? plain : null })
  return query
}
