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
import { observed, type RunObserver } from './observed.js'
import { createSharedRuns } from './shared-runs.js'

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

  const run = (query: CompiledQuery, signal: AbortSignal): Promise<readonly Row[]> =>
    observed(logged(query.workspace), signal, () => analytics.run(query, limits, signal))

  const logged = ({ id }: WorkspaceRef): RunObserver => ({
    started: () => observer?.started(),
    ended(outcome, milliseconds) {
      observer?.ended(outcome, milliseconds)
      log.debug({ workspace: id, outcome, ms: Math.round(milliseconds) }, 'query')
    },
  })

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
