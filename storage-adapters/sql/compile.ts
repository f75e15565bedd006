import type { Columns, Relation, SourceName } from '../../core/contract/index.js'
import type { Dialect, Parameters, Scope, Shards } from './dialect.js'
import { render } from './select.js'
import { compileRelation } from './relation.js'

export interface CompiledStatement {
  readonly text: string
  /** The names of the views that it reads. */
  readonly reads: readonly string[]
}

/**
 * A plan as a statement of this dialect over the workspace's database (quoted), with these columns of it; its values go to
 * `parameters`.
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

/** The tables of the plan's sources, of equal names on every engine. */
export const sourceTables = {
  events: 'events_v1',
  logs: 'logs_v1',
  traits: 'traits_v1',
  contexts: 'context_v1',
  links: 'device_links',
  metrics: 'metrics_v1',
  metric_buckets: 'metrics_v1',
} as const satisfies Readonly<Record<SourceName, string>>
