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
import type { FairQueue } from './queue/fair-queue.js'
import { limitsAt, type QueuePlace } from './queue/types.js'
import type { ResultCache } from './result-cache.js'
import { createSharedRuns } from './shared-runs.js'
import type { Turns } from './turns.js'

export interface RunnerParts {
  readonly analytics: AnalyticsStore
  readonly operators: ReadonlyMap<string, OperatorDefinition>
  readonly limits: Limits
  readonly log: Log
  readonly cache: ResultCache
  /** In front of the store: what is kept, or under way already, does not wait in it. */
  readonly queue: FairQueue
  /** Of preparing statements, whether they are then run or answered from what is kept. */
  readonly turns: Turns
  readonly observer?: RunObserver & AnswerObserver
}

/** For whom a plan runs: fairness is between callers, and one request is rejected as a whole. */
export interface AskedBy {
  readonly caller: string
  readonly request: object
}

export interface Runner {
  /** Pure: the plan as the store's own statement. Throws PlanError if the plan contradicts itself. */
  compile(workspace: WorkspaceRef, plan: Relation): CompiledQuery
  /**
   * The plan's rows in the workspace, with everything that was acknowledged before the call. Identical questions about
   * data that has not changed share one run, while it is under way and as long as its rows are kept. Rejects with
   * RATE_LIMITED if too much waits to run.
   */
  rows(workspace: WorkspaceRef, plan: Relation, signal?: AbortSignal, by?: AskedBy): Promise<readonly Row[]>
}

export function createRunner(parts: RunnerParts): Runner {
  const { analytics, operators, limits, log, cache, queue, turns, observer } = parts
  const shared = createSharedRuns<readonly Row[]>()
  const versionOf = createDataVersions(analytics, log)

  const compile = (workspace: WorkspaceRef, plan: Relation): CompiledQuery =>
    analytics.compile(workspace, expand(plan, analytics.native, operators))

  /** The budget of time begins here: what the question waited before is not part of it. */
  async function run(
    query: CompiledQuery,
    place: QueuePlace,
    signal: AbortSignal | undefined,
  ): Promise<readonly Row[]> {
    try {
      observer?.answered('store')
      const given = limitsAt(place, limits)
      return await observed(logged(query.workspace), signal, () => analytics.run(query, given, signal))
    } finally {
      place.end()
    }
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
    async rows(workspace, plan, signal, by = { caller: '', request: {} }) {
      // Before the run begins: rows are never of older data than the version that they are kept under.
      const version = await versionOf(workspace)
      const asker = { workspace: workspace.id, ...by }
      await turns(asker)
      signal?.throwIfAborted()
      // After one of its parts was rejected, the others of a request are not even compiled.
      queue.expectAdmitted(by.request)
      const query = compile(workspace, plan)
      if (version === null)
        return queue.enter(asker, null, (place) => run(query, held(place), signal), signal)
      const question = questionKey(query)
      const kept = cache.get(question, version)
      if (kept !== undefined) {
        observer?.answered('cache')
        return kept
      }
      const key = `${question} ${version}`
      const begin = (place: QueuePlace | null): Promise<readonly Row[]> => {
        if (place === null) observer?.answered('shared')
        return shared.join(
          key,
          async (whenLeft) => {
            const rows = await run(query, held(place), whenLeft)
            cache.set(question, version, rows)
            return rows
          },
          signal,
        )
      }
      return shared.has(key) ? begin(null) : queue.enter(asker, key, begin, signal)
    },
  }
}

/** Without a place there is a run to join. */
function held(place: QueuePlace | null): QueuePlace {
  if (place === null) throw new Error('a run that was to be shared is over')
  return place
}
