import type { Columns, Relation, SourceName } from '../../contract/index.js'
import type { Dialect, Parameters, Scope, Shards } from './dialect.js'
import { render } from './select.js'
import { compileRelation } from './relation.js'

/** A statement with placeholders for its parameters. */
export interface CompiledStatement {
  readonly text: string
  /** The names of the materialized views that the statement reads. */
  readonly reads: readonly string[]
}

/**
 * Compiles a plan to a statement in this dialect that selects the given columns. `database` is the
 * workspace's quoted database or schema; values are bound to `parameters`. Throws PlanError for an operator
 * that is not lowered.
 */
export function compileStatement(
  plan: Relation,
  columns: Columns,
  dialect: Dialect,
  database: string,
  parameters: Parameters,
  shards: Shards | null = null,
): CompiledStatement {
  let aliases = 0
  const scope: Scope = {
    dialect,
    parameters,
    database,
    shards,
    reads: new Set(),
    alias: () => `t${aliases++}`,
    compile: (relation, needed) => compileRelation(relation, needed, scope),
  }
  const names = Object.keys(columns)
  const text = render(scope.compile(plan, new Set(names)), names, scope)
  return { text, reads: [...scope.reads] }
}

/** The tables of the plan's sources; their names are the same on every engine. */
export const sourceTables = {
  events: 'events_v1',
  logs: 'logs_v1',
  traits: 'traits_v1',
  contexts: 'context_v1',
  links: 'device_links',
  metrics: 'metrics_v1',
  metric_buckets: 'metrics_v1',
} as const satisfies Readonly<Record<SourceName, string>>
