import { setMaxListeners } from 'node:events'
import {
  invalid,
  plainDefaults,
  ServiceError,
  type Admission,
  type AnalyticsStore,
  type Ask,
  type AudienceAsk,
  type AudienceSource,
  type CalculatedSource,
  type Caller,
  type Limits,
  type Log,
  type QuestionLibrary,
  type ReadConditions,
  type ReadSetting,
  type RecordStore,
  type Relation,
  type ServiceDependencies,
  type Settings,
  type StatementGuard,
  type WorkspaceAsk,
  type WorkspaceRef,
  type WorkspaceRole,
} from '../contract/index.js'
import { bodyConditions } from '../core/question/body-conditions.js'
import { eachCondition } from '../core/question/conditions.js'
import { personsAt } from '../core/question/read-persons.js'
import { askBody, type MetricAsk } from '../core/run/ask-question.js'
import { bindCalculated } from '../core/run/bind-calculated.js'
import { runPage } from '../core/run/run-page.js'
import type { RunObserver } from '../core/run/observed.js'
import { runProperties } from '../core/run/run-properties.js'
import type { Lanes } from '../core/run/queue/lanes.js'
import { explaining } from '../core/run/explaining.js'
import type { Runner } from '../core/run/run-plan.js'
import { sqlIn, type Exporters } from '../core/run/run-sql.js'
import type { EventBus } from '../core/kernel/events/bus.js'
import type { RequestData } from './context.js'
import type { MetricFinder } from './find-metric.js'
import { questionFinder } from './question-series.js'
import { expectAdmitted } from './admit.js'
import type { RateLimits } from './rate-limit.js'
import { knownOf, type FoundQuestion, type SavedQuestions } from './saved-questions.js'
import { inlineAudiences } from './inline-audiences.js'
import { askSeries, askTogether } from './ask-series.js'
import type { Instruments } from './instruments.js'

interface Dependencies {
  readonly requestId: string
  readonly request: RequestData
  readonly log: Log
  readonly records: RecordStore
  readonly settings: Settings
  readonly setting: ReadSetting
  readonly use: ServiceDependencies['use']
  readonly runner: Runner
  readonly lanes: Lanes
  readonly statementGuard: StatementGuard
  readonly analytics: AnalyticsStore
  readonly limits: Limits
  readonly instruments: Instruments
  readonly events: Pick<EventBus, 'emitterOf'>
  readonly findMetric: MetricFinder
  readonly savedQuestions: SavedQuestions
  readonly rateLimits: Pick<RateLimits, 'count'>
  readonly audiences: AudienceSource | null
  readonly calculated: CalculatedSource | null
  readonly questionLibrary: QuestionLibrary | null
  readonly registry: { readonly exporters: Exporters }
}

/** The `ask` of a handler. On a route without a workspace, running a plan rejects. */
export interface FullAsk
  extends
    Ask,
    Pick<
      WorkspaceAsk,
      | 'rows'
      | 'page'
      | 'question'
      | 'members'
      | 'conditions'
      | 'persons'
      | 'series'
      | 'seriesTogether'
      | 'properties'
      | 'saved'
      | 'explain'
      | 'defaults'
      | 'sql'
      | 'calculated'
      | 'clock'
    > {
  readonly caller: Caller | null
  readonly workspace: WorkspaceRef | null
  readonly role: WorkspaceRole | null
}

export function createAsk(dependencies: Dependencies): FullAsk {
  const { requestId, request, log, records, settings, setting, use, runner } = dependencies
  const { findMetric, audiences } = dependencies
  const { analytics, limits, instruments, savedQuestions, lanes, statementGuard } = dependencies
  const { caller, workspace, role, defaults = plainDefaults } = request.admission ?? anonymous
  const { exporters } = dependencies.registry
  const { now, address, signal } = request
  /** The owner of everything that this request runs: it waits, and is rejected, together. */
  const by = { caller: caller?.id ?? '', request }
  const observer = readingFor(request, instruments.queries)
  const bound = workspace && bindCalculated(dependencies.calculated, workspace.id, defaults.timezone, now)
  const rows: WorkspaceAsk['rows'] = async (plan: Relation) => {
    if (workspace === null || bound === null) throw nowhere()
    // Every statement of the request adds a listener; a formula has dozens.
    setMaxListeners(0, signal)
    request.readsData = true
    return runner.rows(workspace, await bound.bind(plan), signal, by)
  }
  const properties: WorkspaceAsk['properties'] = (source, sample) =>
    workspace === null
      ? Promise.reject(nowhere())
      : runProperties(
          { analytics, limits, observer, queue: lanes.questions },
          { workspace, by, signal },
          source,
          sample,
        )
  const persons = personsAt(now, defaults)
  const audienceAsk = workspace && { now, workspaceId: workspace.id, conditions, persons }
  const members = audiences && audienceAsk ? membersIn(audiences, audienceAsk) : undefined
  const inlineMembers = audiences && audienceAsk ? inlineAudiences(audiences, audienceAsk) : undefined
  const findQuestion = questionFinder(dependencies.questionLibrary, savedQuestions, { workspace, caller })
  const asking = (rows: WorkspaceAsk['rows']) => {
    const metricAsk = { now, defaults, rows, members, inlineMembers }
    return {
      rows,
      page: (plan, asked) => runPage({ rows }, plan, asked),
      question: (asked) => askBody(metricAsk, asked),
      series: (asked) => askSeries(metricAsk, findMetric, asked, findQuestion),
      seriesTogether: (asked) => askTogether(metricAsk, findMetric, asked, findQuestion),
    } satisfies Partial<WorkspaceAsk>
  }
  const ask: Omit<FullAsk, 'saved' | 'explain'> = {
    requestId,
    now,
    address,
    log: withRequest(log, requestId),
    records,
    settings,
    setting,
    signal,
    use,
    emit: dependencies.events.emitterOf(request.plugin),
    caller,
    workspace,
    role,
    defaults,
    members,
    conditions,
    persons,
    properties,
    calculated: dependencies.calculated && bound ? bound.properties : undefined,
    clock: bound?.clock,
    sql:
      workspace === null
        ? undefined
        : sqlIn(
            { analytics, limits, observer, statementGuard, exporters, queue: lanes.sql },
            workspace,
            by,
            signal,
          ),
    ...asking(rows),
  }
  /** Admits a saved request of a route as the route itself does. */
  const enter: Enter = async ({ route }) => {
    if (route === undefined) return
    if (request.admission === null) throw nowhere()
    expectAdmitted(route.access, request.admission, setting)
    if (route.rateLimit !== undefined) await dependencies.rateLimits.count(route.rateLimit, request)
  }
  const noRows: WorkspaceAsk['rows'] = async (plan) => {
    await bound?.bind(plan)
    return []
  }
  const explain: FullAsk['explain'] = async (query) => {
    if (caller === null || workspace === null || role === null || bound === null) throw nowhere()
    const { rows: explained, plans } = explaining(
      async (plan) => runner.explain(workspace, await bound.bind(plan), signal, by),
      rows,
    )
    const over = { ...ask, explain, caller, workspace, role, ...asking(explained), properties: noProperties }
    await query(Object.freeze({ ...over, saved: savedIn(savedQuestions, over, {}, onlyPlans) }))
    return plans()
  }
  const overNothing = { ...asking(noRows), properties: noProperties }
  const saved = savedIn(savedQuestions, { ...ask, explain }, overNothing, enter)
  return Object.freeze({ ...ask, saved, explain } satisfies FullAsk)
}

/** Observes queries that go to the store without a plan, and marks the response as containing data. */
const readingFor = (request: RequestData, observer: RunObserver): RunObserver => ({
  started() {
    request.readsData = true
    observer.started()
  },
  ended: (outcome, milliseconds) => observer.ended(outcome, milliseconds),
})

const noProperties = () => Promise.resolve({ sample: 0, properties: [], more: false })

/** A saved query is answered by the code of its route, and validated by the same code over no rows. */
function savedIn(
  questions: SavedQuestions,
  ask: Omit<FullAsk, 'saved'>,
  overNothing: Partial<WorkspaceAsk>,
  enter: Enter,
): WorkspaceAsk['saved'] {
  const whole = (over: Partial<WorkspaceAsk>): WorkspaceAsk => {
    const { caller, workspace, role } = ask
    if (caller === null || workspace === null || role === null) throw nowhere()
    return Object.freeze({ ...ask, ...over, caller, workspace, role, saved })
  }
  const saved: WorkspaceAsk['saved'] = Object.freeze({
    async check(question) {
      const found = questions.find(question)
      await enter(found)
      if (found.check === undefined) await found.run(whole(overNothing))
      else await found.check(whole({}))
      return found.known
    },
    known: (question) => knownOf(questions, question),
    async answer(question) {
      const found = questions.find(question)
      await enter(found)
      return found.run(whole({}))
    },
  } satisfies WorkspaceAsk['saved'])
  return saved
}

/** SQL has no plan, and explaining it must not run it. */
const onlyPlans: Enter = ({ route }) =>
  route === undefined
    ? Promise.resolve()
    : Promise.reject(invalid('path', 'this query has no plan to explain'))

type Enter = (found: FoundQuestion) => Promise<void>

const nowhere = (): ServiceError => new ServiceError('INTERNAL', 'this route has no workspace')

const conditions: ReadConditions = (source, filters, path) =>
  eachCondition(source, bodyConditions(filters, path))

/** Reads the records once per audience of a request, however many series use it. */
function membersIn(source: AudienceSource, ask: AudienceAsk): NonNullable<MetricAsk['members']> {
  const known = new Map<string, Promise<Relation | null>>()
  return (id) => {
    const members = known.get(id) ?? source.members(ask, id)
    known.set(id, members)
    return members
  }
}

const anonymous: { readonly caller: null } & Pick<Admission, 'workspace' | 'role' | 'defaults'> = {
  caller: null,
  workspace: null,
  role: null,
}

const withRequest = (log: Log, request_id: string): Log => ({
  debug: (fields, message) => log.debug({ ...fields, request_id }, message),
  info: (fields, message) => log.info({ ...fields, request_id }, message),
  warn: (fields, message) => log.warn({ ...fields, request_id }, message),
  error: (fields, message) => log.error({ ...fields, request_id }, message),
})
