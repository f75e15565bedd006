import Type from 'typebox'
import { peopleIn, type JsonObject, type WorkspaceAsk } from '../contract/index.js'
import { explainedBody, explainedShape } from '../answer/explained.js'
import { runMetric } from '../run/run-metric.js'
import type { FullAsk } from './ask.js'
import { metricRequest } from './metric-request.js'
import { anyMetric, root } from './metric-schema.js'
import type { CoreRoute } from './route.js'

const common = {
  path: `${root}/explain`,
  tag: 'Metrics',
  access: peopleIn('admin'),
  response: explainedShape,
} as const

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

/** Explains queries: the plans, rules, views and statements, as they would run now. */
export const explainRoutes: readonly CoreRoute[] = [
  {
    plugin: 'core',
    definition: {
      ...common,
      method: 'GET',
      summary: 'How a metric would be answered now: plans, rules, views and every statement',
      query: anyMetric as never,
    },
    conditions: true,
    async handle(ask, { query, conditions }, core) {
      const { metric: asked, ...given } = query as Readonly<Record<string, string>> & { metric: string }
      const { metric, parameters } = core.findMetric(asked, given, 'answer')
      const request = metricRequest(metric, parameters, conditions)
      return explained(ask as FullAsk, (over) => runMetric(over, metric, request))
    },
  },
  {
    plugin: 'core',
    definition: {
      ...common,
      method: 'POST',
      summary: 'How any query, such as a funnel, would be answered now',
      body: savedQuestion,
    },
    handle(ask, { body }) {
      const question = body as { path: string; query?: string; body?: JsonObject }
      return explained(ask as FullAsk, (over) => over.saved.answer(question))
    },
  },
]

const explained = async (
  { explain }: FullAsk,
  question: (ask: WorkspaceAsk) => Promise<unknown>,
): Promise<object> => explainedBody(await explain(question))
