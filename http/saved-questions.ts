import Type, { type TSchema } from 'typebox'
import {
  holdsNul,
  invalid,
  ServiceError,
  sharedParameters,
  type KnownQuestion,
  type SavedQuestion,
  type WorkspaceAsk,
} from '../contract/index.js'
import type { AnyMetric, AnyQuery, AnyRoute } from '../core/kernel/definitions.js'
import type { Registry } from '../core/kernel/registries.js'
import { parseQueryString } from '../core/question/query-string.js'
import type { RawCondition } from '../core/question/raw-condition.js'
import { runMetric } from '../core/run/run-metric.js'
import { runPeople } from '../core/run/run-people.js'
import type { MetricFinder } from './find-metric.js'
import { metricRequest, pointOf } from './metric-request.js'
import { metricParameters, type MetricRouteKind } from './metric-schema.js'
import { questionAddresses, type FoundAddress, type SavableRoute } from './question-addresses.js'
import { createValidators, type Validator } from './validators.js'

export interface FoundQuestion {
  readonly known: KnownQuestion
  run(ask: WorkspaceAsk): Promise<object>
  /** Validates a request of a route; other queries are validated by running them over no rows. */
  check?(ask: WorkspaceAsk): Promise<unknown>
  /** The route that the request is one of: its access and its rate limit count here too. */
  readonly route?: Pick<AnyRoute, 'access' | 'rateLimit'>
}

/**
 * Finds the query behind a saved question and validates it with its route's schemas. Throws a 422 on any
 * error.
 */
export interface SavedQuestions {
  find(question: SavedQuestion): FoundQuestion
  /** Returns the metric that the question asks for, not yet validated; null if it is no GET of a metric's values. */
  metricOf(question: SavedQuestion): AskedMetric | null
}

/** A metric with its parameters, as strings. */
export interface AskedMetric {
  /** `<key>` or `<key>:<argument>`. */
  readonly metric: string
  readonly parameters: Readonly<Record<string, string>>
  readonly conditions: readonly RawCondition[]
}

export function createSavedQuestions(registry: Registry, findMetric: MetricFinder): SavedQuestions {
  const addressed = questionAddresses(registry)
  const validators = createValidators()
  const compiled = new Map<TSchema, Validator>()

  /** Compiled on first use; the route compiles the same schema for itself. */
  function checked(schema: TSchema, body: unknown): Readonly<Record<string, unknown>> {
    const check = compiled.get(schema) ?? validators.ofBody(schema)
    compiled.set(schema, check)
    // Validation fills in defaults, and the saved question must not change.
    return check(structuredClone(body)) as Readonly<Record<string, unknown>>
  }

  function metricAt(
    address: FoundAddress,
    metric: AnyMetric | null,
    of: MetricRouteKind,
    raw: string,
  ): FoundQuestion {
    const { metric: asked, parameters, conditions } = askedAt(address, metric, raw)
    const found = findMetric(asked, parameters, of)
    const request = metricRequest(found.metric, found.parameters, conditions)
    const point = pointOf(found.parameters)
    const run = (ask: WorkspaceAsk): Promise<object> =>
      of === 'people' ? runPeople(ask, found.metric, request, point) : runMetric(ask, found.metric, request)
    return { known: knownMetric(found.metric, of), run }
  }

  function routeAt({ route, saved }: SavableRoute, query: string, given: unknown): FoundQuestion {
    noQueryString(query)
    const body = checked(route.body ?? noBody, given)
    const input = { params: {}, query: {}, body, headers: {}, queryString: '' }
    return {
      known: knownRoute(saved, route.body),
      route,
      check: (ask) => saved.check(ask, body),
      run: async (ask) => (await route.handle(ask, input)) as object,
    }
  }

  return {
    find({ path, query = '', body }) {
      const found = addressed(body === undefined ? 'GET' : 'POST', path)
      if (found === null) throw invalid('path', noQuestion(path, body !== undefined))
      const { asks } = found
      if (asks.of === 'route') return routeAt(asks, query, body)
      if (asks.of !== 'query') return metricAt(found, asks.metric, asks.of, query)
      noQueryString(query)
      const input = checked(asks.query.input, body)
      return { known: knownQuery(asks.query), run: (ask) => asks.query.run(ask, input) }
    },

    metricOf({ path, query = '', body }) {
      const found = body === undefined ? addressed('GET', path) : null
      return found === null || found.asks.of !== 'answer' ? null : askedAt(found, found.asks.metric, query)
    },
  }
}

function askedAt({ params }: FoundAddress, metric: AnyMetric | null, raw: string): AskedMetric {
  const { parameters: texts, conditions } = parseQueryString(raw)
  for (const [name, text] of Object.entries({ ...texts, ...params }))
    if (text.includes('\0')) throw holdsNul(name)
  const { metric: asked = '', ...rest } = texts
  const parameters = { ...(metric === null ? rest : texts), ...params }
  return { metric: metric?.key ?? asked, parameters, conditions }
}

function noQueryString(query: string): void {
  if (query !== '') throw invalid('query', 'a query with a body must have no query string')
}

const noQuestion = (path: string, withBody: boolean): string =>
  `unknown query ${withBody ? 'POST' : 'GET'} ${path.slice(0, 200)}; use a path of GET /api/v1/metrics or, with a body, one like /api/v1/funnels`

const knownMetric = (metric: AnyMetric, of: MetricRouteKind): KnownQuestion => ({
  key: metric.key,
  answer: of === 'people' ? 'people' : metric.answer,
  unit: metric.unit,
  kind: metric.kind,
  figures: of === 'answer' && metric.kind !== 'rows' && metric.answer !== 'page',
  takes: takenIn(metricParameters(metric)),
  takesFilter: true,
})

const knownQuery = (query: AnyQuery): KnownQuestion => ({
  key: query.key,
  answer: 'query',
  unit: null,
  kind: null,
  figures: query.figures === true,
  takes: takenIn(query.input),
  takesFilter: 'filter' in query.input.properties,
})

const noBody: TSchema = Type.Object({})

const knownRoute = ({ key }: SavableRoute['saved'], body: TSchema = noBody): KnownQuestion => ({
  ...{ key, answer: 'query', unit: null, kind: null, figures: false, takes: [], takesFilter: false },
  takesParameters: 'properties' in body && 'parameters' in (body.properties as object),
})

/** A field with a fixed list of values (such as retention's period) is a parameter of the query itself. */
const takenIn = ({ properties }: { readonly properties: object }): KnownQuestion['takes'] => {
  const named = properties as Readonly<Record<string, { readonly enum?: unknown } | undefined>>
  return sharedParameters.filter((name) => named[name] !== undefined && !('enum' in named[name]))
}

/** Returns null if a plugin is gone, or has changed its input. */
export function knownOf(questions: SavedQuestions, question: SavedQuestion): KnownQuestion | null {
  try {
    return questions.find(question).known
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
