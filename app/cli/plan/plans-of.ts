import {
  plainDefaults,
  type AudienceSource,
  type Relation,
  type Row,
  type Settings,
  type WorkspaceDefaults,
  type WorkspaceRef,
} from '../../../contract/index.js'
import { createAsk } from '../../../http/ask.js'
import { createMetricFinder, type MetricFinder } from '../../../http/find-metric.js'
import { createInstruments } from '../../instruments/instruments.js'
import { metricRequest } from '../../../http/metric-request.js'
import { metricParameters } from '../../../http/metric-schema.js'
import { routeTable } from '../../../http/route-table.js'
import { createValidators } from '../../../http/validators.js'
import type { CoreDependencies } from '../../../http/core-dependencies.js'
import type { Registry } from '../../../core/kernel/registries.js'
import { createSettingReader } from '../../../core/kernel/setting-reader.js'
import { parseQueryString } from '../../../core/question/query-string.js'
import { createLanes } from '../../../core/run/queue/lanes.js'
import { isMeasuring } from '../../../core/run/explaining.js'
import { runMetric } from '../../../core/run/run-metric.js'
import { createMemoryStore } from '../../../storage-adapters/memory/store.js'

export interface AskedMetric {
  readonly metric: string
  /** The metric's query string, without the `?`. */
  readonly query: string
  readonly now: number
  /** Returns the first row's time, which an all_time range queries first; 90 days ago by default. */
  readonly earliest?: (plan: Relation) => Promise<readonly Row[]>
  /** The workspace that is asked; one without audiences unless given. */
  readonly place?: AskedWorkspace
}

export interface AskedWorkspace {
  readonly workspace: WorkspaceRef
  readonly audiences: AudienceSource | null
  readonly defaults: WorkspaceDefaults
}

const nowhere: AskedWorkspace = {
  workspace: { id: 'ws_', number: 1 },
  audiences: null,
  defaults: plainDefaults,
}

const assumedEarliest = (now: number) => (): Promise<readonly Row[]> =>
  Promise.resolve([{ earliest: now - 90 * 86_400_000 }])

/**
 * Returns every plan that the API runs for this metric and query string, in order. The metric runs as in the
 * API, over a storage that records the plans and has no rows. Throws the API's ServiceErrors.
 */
export async function plansOf(
  registry: Registry,
  settings: Settings,
  { metric, query, now, earliest = assumedEarliest(now), place = nowhere }: AskedMetric,
): Promise<readonly Relation[]> {
  const plans: Relation[] = []
  const ask = askOf(registry, settings, { now, place }, async (plan) => {
    plans.push(plan)
    return isMeasuring(plan) ? earliest(plan) : []
  })
  const { parameters, conditions } = parseQueryString(query)
  const definition = registry.metrics.get(metric)?.definition
  if (definition !== undefined) {
    // As on the metric's own route: its parameters may have names that the common route uses itself.
    const check = createValidators().ofTexts(metricParameters(definition), 'parameter')
    const request = metricRequest(definition, check({ ...parameters }) as object, conditions)
    await runMetric(ask, definition, request)
    return plans
  }
  const route = routeTable(registry).find(({ definition }) => definition.path === '/api/v1/metrics/query')
  if (route === undefined) throw new Error('the route /api/v1/metrics/query is missing')
  const input = {
    params: {},
    query: { ...parameters, metric },
    body: undefined,
    conditions,
    headers: {},
    queryString: query,
  }
  await route.handle(ask, input, partsOf(registry))
  return plans
}

const records = {
  query: () => Promise.reject(new Error('a plan must not use records')),
  transaction: () => Promise.reject(new Error('a plan must not use records')),
  migrate: () => Promise.resolve(),
  ping: () => Promise.resolve(''),
  close: () => Promise.resolve(),
}

const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

function askOf(
  registry: Registry,
  settings: Settings,
  { now, place: { workspace, audiences, defaults } }: Required<Pick<AskedMetric, 'now' | 'place'>>,
  rows: (plan: Relation) => Promise<readonly Row[]>,
) {
  const caller = { id: 'usr_', kind: 'user', email: null, role: 'viewer', sessionId: null } as const
  return createAsk({
    requestId: 'plan',
    request: {
      now,
      address: '',
      signal: new AbortController().signal,
      credential: null,
      admission: { caller, workspace, role: 'viewer', defaults },
      body: undefined,
      plugin: 'core',
      input: null,
      readsData: false,
    },
    log,
    rateLimits: { count: () => Promise.resolve() },
    records,
    settings,
    setting: createSettingReader(registry, settings),
    use: (ref) => {
      throw new Error(`a plan must not use the service ${ref.name}`)
    },
    registry,
    findMetric: findMetric(registry),
    savedQuestions: {
      find: () => {
        throw new Error('a plan must not use saved queries')
      },
      metricOf: () => null,
    },
    questionLibrary: null,
    audiences,
    calculated: null,
    analytics: createMemoryStore(),
    events: { emitterOf: () => () => undefined },
    limits: { timeMs: 0, memoryBytes: 0, rows: 0 },
    statementGuard: { admitSql: () => undefined },
    instruments: createInstruments({ log }),
    lanes: createLanes(settings, createInstruments({ log }).queue),
    runner: {
      compile: (where, plan) => createMemoryStore().compile(where, plan),
      rows: (_, plan) => rows(plan),
      explain: () => Promise.reject(new Error('a plan without a workspace cannot be explained')),
    },
  })
}

const findMetric = (registry: Registry): MetricFinder =>
  createMetricFinder(registry, () => createValidators('first use'))

const partsOf = (registry: Registry): CoreDependencies => ({
  registry,
  analytics: createMemoryStore(),
  records,
  instruments: createInstruments({ log }),
  state: { phase: 'ready' },
  findMetric: findMetric(registry),
  pages: [],
})
