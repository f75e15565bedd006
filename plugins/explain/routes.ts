import Type from 'typebox'
import { peopleIn, type JsonObject, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { explainedBody, explainedShape } from './explained.js'

const root = '/api/v1/metrics'

const common = {
  path: `${root}/explain`,
  tag: 'Metrics',
  access: peopleIn('admin'),
  response: explainedShape,
} as const

const anyMetric = Type.Object(
  { metric: Type.String({ minLength: 1, maxLength: 1000, description: 'A key, or <key>:<argument>' }) },
  { additionalProperties: true },
)

const savedQuestion = Type.Object({
  path: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'Such as /api/v1/funnels or the path of a metric',
  }),
  query: Type.Optional(Type.String({ maxLength: 10_000, description: 'The query string, without its `?`' })),
  body: Type.Optional(
    Type.Object({}, { additionalProperties: true, description: 'The body, for a query that is a POST' }),
  ),
})

interface Asked {
  readonly path: string
  readonly query?: string
  readonly body?: JsonObject
}

/** Explains queries: the plans, rules, views and statements, as they would run now. */
export function registerRoutes(host: PluginHost): void {
  host.route({
    ...common,
    method: 'GET',
    summary: 'How a metric would be answered now: plans, rules, views and every statement',
    query: anyMetric,
    conditions: true,
    handle: (ask, { queryString }) =>
      explained(ask as WorkspaceAsk, { path: `${root}/query`, query: queryString }),
  })
  host.route({
    ...common,
    method: 'POST',
    summary: 'How any query, such as a funnel, would be answered now',
    body: savedQuestion,
    handle: (ask, { body }) => explained(ask as WorkspaceAsk, body as Asked),
  })
}

const explained = async (ask: WorkspaceAsk, question: Asked) =>
  explainedBody(await ask.explain((over) => over.saved.answer(question)))
