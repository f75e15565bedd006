import {
  compileQuery,
  type CompileOptions,
} from '../../../storage-adapters/clickhouse/query/compile-query.js'
import { clickhouseDialect } from '../../../storage-adapters/clickhouse/query/dialect.js'
import { chooseBranch } from '../../../storage-adapters/clickhouse/query/rules/choose-branch.js'
import { matchSnapshot } from '../../../storage-adapters/clickhouse/query/rules/match-snapshot.js'
import { assumedSnapshot } from '../../../storage-adapters/clickhouse/views/activity-snapshot/snapshot.js'
import { rollupSet } from '../../../storage-adapters/clickhouse/views/rollups/tables.js'
import { clickhouseRules } from '../../../storage-adapters/clickhouse/query/rules/index.js'
import { createClickHouseStore } from '../../../storage-adapters/clickhouse/store.js'
import { createMemoryStore } from '../../../storage-adapters/memory/store.js'
import { postgresRules } from '../../../storage-adapters/postgres/query/rules.js'
import { optionalRules } from '../../../storage-adapters/sql/optimizer.js'
import { createPostgresStore } from '../../../storage-adapters/postgres/store.js'
import { withForms } from '../../../storage-adapters/sql/native-forms.js'
import type { AnalyticsStore, CompiledQuery, Log, NativeForms, Relation } from '../../../contract/index.js'
import { nativeFormsOf } from '../../../core/kernel/native-forms.js'
import type { Registry } from '../../../core/kernel/registries.js'
import { expand } from '../../../core/run/expand.js'

export interface CompiledPlan {
  readonly engine: string
  readonly text: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** Names of the rules that changed the plan, in order; null for an engine without rules. */
  readonly rules: readonly string[] | null
  /** Names of the materialized views that the statement reads. */
  readonly reads: readonly string[]
  /**
   * For an engine that evaluates plans: the plan it gets, or 'as is' if it is unchanged. Null for an engine
   * that gets the text.
   */
  readonly evaluated: 'as is' | Relation | null
}

/** Any workspace: it only determines the database's name. */
const workspace = { id: 'ws_', number: 1 }
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** Leaves out the native forms that plugins declare, as if it were a rule. */
const nativeForms = 'native-forms'

/** The rules of all engines that can be left out, by name. */
export const ruleNames = [
  ...optionalRules(clickhouseRules, [matchSnapshot, chooseBranch], postgresRules),
  nativeForms,
]

/**
 * Compiles the plan for each engine, with its rules except those left out. Stores connect on first use, and
 * these are never used.
 */
export function compiledBy(
  plan: Relation,
  registry: Pick<Registry, 'operators'>,
  { now, withoutRules = [] }: { readonly now: number; readonly withoutRules?: readonly string[] },
): readonly CompiledPlan[] {
  const formsOf = (engine: string): NativeForms =>
    withoutRules.includes(nativeForms) ? new Map() : nativeFormsOf(registry, engine)
  const clickhouseForms = formsOf('clickhouse')
  const dialect = withForms(clickhouseDialect, 'clickhouse', clickhouseForms)
  const stores: readonly AnalyticsStore[] = [
    createMemoryStore(),
    createClickHouseStore({
      connection: { url: 'http://localhost' },
      log,
      views: 'assumed',
      withoutRules,
      nativeForms: clickhouseForms,
    }),
    createPostgresStore({
      connection: { url: 'postgres://localhost' },
      log,
      views: 'assumed',
      withoutRules,
      nativeForms: formsOf('postgres'),
    }),
  ]
  return stores.map((store) => {
    const { engine } = store
    const expanded = expand(plan, store, registry.operators)
    const {
      text,
      parameters,
      rules = null,
      reads = [],
    } = engine === 'clickhouse'
      ? clickhouseQuery(expanded, now, { withoutRules, dialect })
      : store.compile(workspace, expanded)
    const evaluated = engine === 'memory' ? (expanded === plan ? 'as is' : expanded) : null
    return { engine, text, parameters, rules, reads, evaluated }
  })
}

/** As on a server that stands alone, where all views are built and nothing has come in since the snapshot. */
function clickhouseQuery(
  plan: Relation,
  now: number,
  options: Pick<CompileOptions, 'dialect' | 'withoutRules'>,
): CompiledQuery {
  const views = rollupSet(1)
  const query = compileQuery(workspace, plan, { views, snapshot: assumedSnapshot(now), ...options })
  return query.snapshot?.whole ?? query.sessions?.whole() ?? query
}
