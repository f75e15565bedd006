import type {
  AnalyticsStore,
  CompiledQuery,
  ExplainedPlan,
  Limits,
  Log,
  OperatorDefinition,
  Relation,
  Row,
  StoreFacts,
  WorkspaceRef,
} from '../../contract/index.js'
import { explainPlan, runCompiled } from './ask-store.js'
import { createDataVersions } from './data-versions.js'
import { expand } from './expand.js'
import { observed, type AnswerObserver, type RunObserver } from './observed.js'
import { questionKey } from './question-key.js'
import type { FairQueue } from './queue/fair-queue.js'
import { limitsAt, type QueueTurn } from './queue/types.js'
import type { ResultCache } from './result-cache.js'
import { createSharedRuns } from './shared-runs.js'
import type { Turns } from './turns.js'
import { createVersionUse } from './version-use.js'

export interface RunnerOptions {
  readonly analytics: AnalyticsStore
  readonly operators: ReadonlyMap<string, OperatorDefinition>
  readonly limits: Limits
  readonly log: Log
  readonly cache: ResultCache
  /** In front of the store. Cached and shared results do not wait in it. */
  readonly queue: FairQueue
  /** The turns for preparing statements, which cached results need too. */
  readonly turns: Turns
  readonly observer?: RunObserver & AnswerObserver
}

/** The owner of a plan. The queue is fair between callers, and one request is rejected as a whole. */
export interface AskedBy {
  readonly caller: string
  readonly request: object
}

export interface Runner {
  /**
   * Pure: compiles the plan into the store's statement over the base rows. Throws PlanError on an invalid
   * plan.
   */
  compile(workspace: WorkspaceRef, plan: Relation): CompiledQuery
  /**
   * Returns the plan's rows in the workspace, including everything acknowledged before the call. Identical
   * queries on unchanged data share one run while it is in progress, and its rows while they are cached.
   * Rejects with RATE_LIMITED if too many requests wait.
   */
  rows(workspace: WorkspaceRef, plan: Relation, signal?: AbortSignal, by?: AskedBy): Promise<readonly Row[]>
  /**
   * Explains how the plan would be answered now, ignoring cached rows. It waits like a query, but runs none.
   */
  explain(workspace: WorkspaceRef, plan: Relation, signal?: AbortSignal, by?: AskedBy): Promise<ExplainedPlan>
}

export function createRunner(dependencies: RunnerOptions): Runner {
  const { analytics, operators, limits, log, cache, queue, turns, observer } = dependencies
  const shared = createSharedRuns<readonly Row[]>()
  const versionOf = createDataVersions(analytics, log)
  const versionUse = createVersionUse()
  /** The questions that run without a version. */
  const unversioned = new Set<string>()

  const expanded = (plan: Relation): Relation => expand(plan, analytics, operators)

  /** Undefined if the store cannot tell the facts now. The statement that follows fails with the reason. */
  async function factsOf(workspace: WorkspaceRef): Promise<StoreFacts | undefined> {
    try {
      return await analytics.facts?.(workspace)
    } catch (err) {
      log.debug({ err, workspace: workspace.id }, 'the facts of the workspace could not be read')
      return undefined
    }
  }

  /** The time budget begins here; waiting before is not part of it. */
  async function run(
    asked: { readonly query: CompiledQuery; readonly plan: Relation },
    place: QueueTurn,
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

  /**
   * Whether to run a question without a version, because reading one is not worth its cost. If an equal question already
   * runs without a version, all that follow read it and so share their runs.
   */
  const isAlone = (workspace: WorkspaceRef, question: string): boolean =>
    !versionUse.due(workspace) && !unversioned.has(question)

  async function versionFor(workspace: WorkspaceRef): Promise<string | null> {
    const version = await versionOf(workspace)
    if (version !== null) versionUse.note(workspace, version)
    return version
  }

  /** Runs a question without a version. */
  async function runUnversioned(
    question: string,
    work: () => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    unversioned.add(question)
    try {
      return await work()
    } finally {
      unversioned.delete(question)
    }
  }

  return {
    compile: (workspace, plan) => analytics.compile(workspace, expanded(plan)),
    async rows(workspace, relation, signal, by = { caller: '', request: {} }) {
      const facts = await factsOf(workspace)
      const asker = { workspace: workspace.id, ...by }
      await turns(asker)
      signal?.throwIfAborted()
      // Once one part of a request was rejected, its other parts are not even compiled.
      queue.expectAdmitted(by.request)
      const plan = expanded(relation)
      const query = analytics.compile(workspace, plan, facts)
      const asked = { query, plan }
      const question = questionKey(query)
      const alone = (): Promise<readonly Row[]> =>
        queue.enter(asker, null, (place) => run(asked, held(place), signal), signal)
      if (isAlone(workspace, question)) return runUnversioned(question, alone)
      // Read before the run begins, so that rows are never older than the version they are cached under.
      const version = await versionFor(workspace)
      signal?.throwIfAborted()
      if (version === null) return alone()
      const kept = cache.get(question, version)
      if (kept !== undefined) {
        observer?.answered('cache')
        return kept
      }
      const key = `${question} ${version}`
      const begin = (place: QueueTurn | null): Promise<readonly Row[]> => {
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
      const begin = async (place: QueueTurn | null): Promise<ExplainedPlan> => {
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

/** Without a slot there must be a run to share. */
function held(place: QueueTurn | null): QueueTurn {
  if (place === null) throw new Error('the run to share has already ended')
  return place
}
