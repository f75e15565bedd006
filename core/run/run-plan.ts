import type {
  AnalyticsStore,
  CompiledQuery,
  Explanation,
  Limits,
  Log,
  OperatorDefinition,
  Relation,
  Row,
  StoreFacts,
  WorkspaceRef,
} from '../contract/index.js'
import { explainPlan, runCompiled } from './ask-store.js'
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
  /** Pure: the plan as the store's own statement over the rows themselves. Throws PlanError if the plan contradicts itself. */
  compile(workspace: WorkspaceRef, plan: Relation): CompiledQuery
  /**
   * The plan's rows in the workspace, with everything that was acknowledged before the call. Identical questions about
   * data that has not changed share one run, while it is under way and as long as its rows are kept. Rejects with
   * RATE_LIMITED if too much waits to run.
   */
  rows(workspace: WorkspaceRef, plan: Relation, signal?: AbortSignal, by?: AskedBy): Promise<readonly Row[]>
  /** How the plan would be answered now, if no answer were kept. It waits like a question, and runs none. */
  explain(workspace: WorkspaceRef, plan: Relation, signal?: AbortSignal, by?: AskedBy): Promise<ExplainedPlan>
}

/** A plan as it was asked, and how the store would answer it now. */
export interface ExplainedPlan extends Explanation {
  readonly plan: Relation
}

export function createRunner(parts: RunnerParts): Runner {
  const { analytics, operators, limits, log, cache, queue, turns, observer } = parts
  const shared = createSharedRuns<readonly Row[]>()
  const versionOf = createDataVersions(analytics, log)

  const expanded = (plan: Relation): Relation => expand(plan, analytics.native, operators)

  /** Undefined if the store cannot tell now: the rows themselves, once asked, say what is wrong. */
  async function factsOf(workspace: WorkspaceRef): Promise<StoreFacts | undefined> {
    try {
      return await analytics.facts?.(workspace)
    } catch (err) {
      log.debug({ err, workspace: workspace.id }, 'the facts of the workspace are not known')
      return undefined
    }
  }

  /** The budget of time begins here: what the question waited before is not part of it. */
  async function run(
    asked: { readonly query: CompiledQuery; readonly plan: Relation },
    place: QueuePlace,
    signal: AbortSignal | undefined,
  ): Promise<readonly Row[]> {
    try {
      observer?.answered('store')
      const given = limitsAt(place, limits)
      return await observed(logged(asked.query.workspace), signal, () =>
        runCompiled(analytics, asked, given, signal),
      )
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
    compile: (workspace, plan) => analytics.compile(workspace, expanded(plan)),
    async rows(workspace, relation, signal, by = { caller: '', request: {} }) {
      // Before the run begins: rows are never of older data than the version that they are kept under.
      const [version, facts] = await Promise.all([versionOf(workspace), factsOf(workspace)])
      const asker = { workspace: workspace.id, ...by }
      await turns(asker)
      signal?.throwIfAborted()
      // After one of its parts was rejected, the others of a request are not even compiled.
      queue.expectAdmitted(by.request)
      const plan = expanded(relation)
      const query = analytics.compile(workspace, plan, facts)
      const asked = { query, plan }
      if (version === null)
        return queue.enter(asker, null, (place) => run(asked, held(place), signal), signal)
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
            const rows = await run(asked, held(place), whenLeft)
            cache.set(question, version, rows)
            return rows
          },
          signal,
        )
      }
      return shared.has(key) ? begin(null) : queue.enter(asker, key, begin, signal)
    },
    explain(workspace, plan, signal, by = { caller: '', request: {} }) {
      const begin = async (place: QueuePlace | null): Promise<ExplainedPlan> => {
        const given = limitsAt(held(place), limits)
        try {
          return { plan, ...(await explainPlan(analytics, workspace, expanded(plan), given, signal)) }
        } finally {
          place?.end()
        }
      }
      return queue.enter({ workspace: workspace.id, ...by }, null, begin, signal)
    },
  }
}

/** Without a place there is a run to join. */
function held(place: QueuePlace | null): QueuePlace {
  if (place === null) throw new Error('a run that was to be shared is over')
  return place
}
