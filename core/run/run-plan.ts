import type {
  AnalyticsStore,
  CompiledQuery,
  Limits,
  Log,
  OperatorDefinition,
  Relation,
  Row,
  WorkspaceRef,
} from '../contract/index.js'
import { createDataVersions } from './data-versions.js'
import { expand } from './expand.js'
import { observed, type AnswerObserver, type RunObserver } from './observed.js'
import { questionKey } from './question-key.js'
import type { ResultCache } from './result-cache.js'
import { createSharedRuns } from './shared-runs.js'

export interface RunnerParts {
  readonly analytics: AnalyticsStore
  readonly operators: ReadonlyMap<string, OperatorDefinition>
  readonly limits: Limits
  readonly log: Log
  readonly cache: ResultCache
  readonly observer?: RunObserver & AnswerObserver
}

export interface Runner {
  /** Pure: the plan as the store's own statement. Throws PlanError if the plan contradicts itself. */
  compile(workspace: WorkspaceRef, plan: Relation): CompiledQuery
  /**
   * The plan's rows in the workspace, with everything that was acknowledged before the call. Identical questions about
   * data that has not changed share one run, while it is under way and as long as its rows are kept.
   */
  rows(workspace: WorkspaceRef, plan: Relation, signal?: AbortSignal): Promise<readonly Row[]>
}

export function createRunner(parts: RunnerParts): Runner {
  const { analytics, operators, limits, log, cache, observer } = parts
  const shared = createSharedRuns<readonly Row[]>()
  const versionOf = createDataVersions(analytics, log)

  const compile = (workspace: WorkspaceRef, plan: Relation): CompiledQuery =>
    analytics.compile(workspace, expand(plan, analytics.native, operators))

  const run = (query: CompiledQuery, signal: AbortSignal | undefined): Promise<readonly Row[]> => {
    observer?.answered('store')
    return observed(logged(query.workspace), signal, () => analytics.run(query, limits, signal))
  }

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
      // Before the run begins: rows are never of older data than the version that they are kept under.
      const version = await versionOf(workspace)
      signal?.throwIfAborted()
      if (version === null) return run(query, signal)
      const question = questionKey(query)
      const kept = cache.get(question, version)
      if (kept !== undefined) {
        observer?.answered('cache')
        return kept
      }
      const key = `${question} ${version}`
      if (shared.has(key)) observer?.answered('shared')
      return shared.join(
        key,
        async (whenLeft) => {
          const rows = await run(query, whenLeft)
          cache.set(question, version, rows)
          return rows
        },
        signal,
      )
    },
  }
}
