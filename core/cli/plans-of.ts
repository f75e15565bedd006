import type { Relation, Settings } from '../contract/index.js'
import { createAsk } from '../http/ask.js'
import { createInstruments } from '../http/instruments.js'
import { metricParameters } from '../http/metric-schema.js'
import { routeTable } from '../http/route-table.js'
import { createValidators } from '../http/validators.js'
import type { CoreParts } from '../http/core-parts.js'
import type { Registry } from '../kernel/registries.js'
import { parseQueryString } from '../question/query-string.js'
import { columnsOf, type Row } from '../contract/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'

export interface AskedMetric {
  readonly metric: string
  /** Of the metric's address, without the `?`. */
  readonly query: string
  readonly now: number
}

/**
 * Every plan that GET /api/v1/metrics/query runs for this metric and query string, in its order: the route itself is
 * asked, with a storage that notes the plans and has no rows. Throws the ServiceErrors of that route.
 */
export async function plansOf(
  registry: Registry,
  settings: Settings,
  { metric, query, now }: AskedMetric,
): Promise<readonly Relation[]> {
  const plans: Relation[] = []
  const answer = (plan: Relation): readonly Row[] => {
    plans.push(plan)
    // A range of all time asks first when that begins.
    return Object.keys(columnsOf(plan)).join() === 'earliest' ? [{ earliest: now - 90 * 86_400_000 }] : []
  }
  const route = routeTable(registry).find(({ definition }) => definition.path === '/api/v1/metrics/query')
  if (route === undefined) throw new Error('there is no route for metrics')
  const { parameters, conditions } = parseQueryString(query)
  await route.handle(
    askOf(settings, now, answer),
    { params: {}, query: { metric, ...parameters }, body: undefined, conditions, headers: {} },
    partsOf(registry),
  )
  return plans
}

const records = {
  query: () => Promise.reject(new Error('a plan needs no records')),
  transaction: () => Promise.reject(new Error('a plan needs no records')),
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

function askOf(settings: Settings, now: number, rows: (plan: Relation) => readonly Row[]) {
  const workspace = { id: 'ws_', number: 1 }
  const caller = { id: 'usr_', kind: 'user', email: null, role: 'viewer', sessionId: null } as const
  return createAsk({
    requestId: 'plan',
    request: {
      now,
      address: '',
      signal: new AbortController().signal,
      credential: null,
      admission: { caller, workspace, role: 'viewer' },
      body: undefined,
      input: null,
    },
    log,
    records,
    settings,
    use: (ref) => {
      throw new Error(`a plan cannot use the service ${ref.name}`)
    },
    runner: {
      compile: (where, plan) => createMemoryStore().compile(where, plan),
      rows: (_, plan) => Promise.resolve(rows(plan)),
    },
  })
}

function partsOf(registry: Registry): CoreParts {
  const validators = createValidators()
  const metricQueries = [...registry.metrics].map(
    ([key, { definition }]) => [key, validators.ofTexts(metricParameters(definition), 'parameter')] as const,
  )
  return {
    registry,
    analytics: createMemoryStore(),
    records,
    instruments: createInstruments(),
    state: { phase: 'ready' },
    openapi: '',
    metricQueries: new Map(metricQueries),
  }
}
