import Type, { type Static } from 'typebox'
import { nullable } from './answer-schemas.js'
import type { JsonObject } from './json.js'
import { named } from './named-schema.js'
import type { KnownQuestion, SavedQuestion } from './saved.js'

/** The shape of a saved question, for bodies of requests and responses; checkQuestion() validates it. */
export const savedQuestionShape = named(
  'SavedQuestion',
  Type.Object(
    {
      path: Type.String({
        minLength: 1,
        maxLength: 2000,
        description: '/api/v1/metrics/dau, /api/v1/funnels …',
      }),
      query: Type.Optional(
        Type.String({ maxLength: 8000, description: 'query string, encoded, without the ?' }),
      ),
      body: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'body of a POST, instead of a query' }),
      ),
    },
    {
      description:
        'question as a client sends it: the GET of a metric, or the POST of a query such as a funnel',
    },
  ),
)

/** Types the body, which the schema accepts as any object. */
export const savedQuestionOf = ({ path, query, body }: Static<typeof savedQuestionShape>): SavedQuestion => ({
  path,
  ...(query === undefined ? {} : { query }),
  ...(body === undefined ? {} : { body: body as JsonObject }),
})

/** The shape of `asksOf()`. */
export const tileAnswerShape = named(
  'TileAnswer',
  Type.Object(
    {
      key: Type.String({ description: 'key of the metric or query' }),
      answer: Type.String({ description: 'series, top, page, list or people for a metric, or query' }),
      unit: nullable(Type.String()),
      kind: nullable(Type.String({ description: 'kind of the numbers, as in GET /api/v1/metrics' })),
    },
    { description: 'how to draw the answer' },
  ),
)

/** Returns what a client needs to draw the answer of a question. */
export const asksOf = ({ key, answer, unit, kind }: KnownQuestion) => ({ key, answer, unit, kind })
