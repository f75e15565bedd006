import Type, { type Static } from 'typebox'
import { bodyFields, named } from '../../contract/index.js'

/** In the request, and in the answer. */
export const mostFields = 20

const range = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })
const { timezone, week_start, filters, filter, audience_id, audience } = bodyFields

export const input = named(
  'ExplainChangeQuestion',
  Type.Object({
    metric: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'The key of any metric that is a time series: dau, event:signup, events_custom:sum …',
    }),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description: 'The metric’s own parameters, as listed by GET /metrics',
      }),
    ),
    before: range('The range to compare with; like the range parameter of metrics'),
    after: range('The range whose change is explained'),
    fields: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
        minItems: 1,
        maxItems: mostFields,
        description: 'Fields to look at; by default those with 2 to 1,000 values',
      }),
    ),
    granularity: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'For metrics whose total is that of their points; the metric’s by default',
      }),
    ),
    actor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 110,
        description: 'Who is counted, for metrics that count actors: person, device, session or group:<type>',
      }),
    ),
    ...{ timezone, week_start, filters, filter, audience_id, audience },
  }),
)

export type ExplainChangeInput = Static<typeof input>
