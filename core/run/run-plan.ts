import type {
  CompiledQuery,
  Limits,
  Log,
  OperatorDefinition,
  Relation,
  Row,
  WorkspaceRef,
} from '../contract/index.js'
import type { VersionedStore } from './data-versions.js'
import { expand } from './expand.js'
import { createSharedRuns } from './shared-runs.js'

/** Told of every query that really runs; the parts are what the service's own metrics count. */
export interface RunObserver {
  started(): void
  ended(outcome: 'ok' | 'error' | 'aborted', milliseconds: number): void
}

export interface RunnerParts {
  readonly analytics: VersionedStore
  readonly operators: ReadonlyMap<string, OperatorDefinition>
  readonly limits: Limits
  readonly log: Log
  readonly observer?: RunObserver
}

export interface Runner {
  /** Pure: the plan as the store's own statement. Throws PlanError if the plan contradicts itself. */
  compile(workspace: WorkspaceRef, plan: Relation): CompiledQuery
  /** The plan's rows in the workspace; identical questions that are under way share one run. */
  rows(workspace: WorkspaceRef, plan: Relation, signal?: AbortSignal): Promise<readonly Row[]>
}

export function createRunner({ analytics, operators, limits, log, observer }: RunnerParts): Runner {
  const shared = createSharedRuns<readonly Row[]>()

  const compile = (workspace: WorkspaceRef, plan: Relation): CompiledQuery =>
    analytics.compile(workspace, expand(plan, analytics.native, operators))

  async function run(query: CompiledQuery, signal: AbortSignal): Promise<readonly Row[]> {
    const started = performance.now()
    observer?.started()
    let outcome: 'ok' | 'error' | 'aborted' = 'error'
    try {
      const rows = await analytics.run(query, limits, signal)
      outcome = 'ok'
      return rows
    } catch (error) {
      if (signal.aborted) outcome = 'aborted'
      throw error
    } finally {
      const milliseconds = performance.now() - started
      observer?.ended(outcome, milliseconds)
      log.debug({ workspace: query.workspace.id, outcome, ms: Math.round(milliseconds) }, 'query')
    }
  }

  return {
    compile,
    async rows(workspace, plan, signal) {
      const query = compile(workspace, plan)
      return shared.join(
        keyOf(query, analytics.versionOf(workspace)),
        (whenLeft) => run(query, whenLeft),
        signal,
      )
    },
  }
}

const keyOf = ({ workspace, text, parameters }: CompiledQuery, version: number): string =>
  JSON.stringify([workspace.id, version, text, parameters], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
