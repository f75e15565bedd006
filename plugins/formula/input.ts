import Type, { type Static } from 'typebox'
import { bodyBreakdowns, bodyFields, bodyFilter, bodyFilters, named } from '../../contract/index.js'

const series = named(
  'FormulaSeries',
  Type.Object({
    metric: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'The key of any metric that is a time series: dau, event:signup, events_custom:sum …, or question:<id> for a saved question',
    }),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description: 'The metric’s own parameters, as listed by GET /metrics',
      }),
    ),
    filters: Type.Optional(bodyFilters),
    filter: Type.Optional(bodyFilter),
    breakdown: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: 'A field to split this series by' }),
    ),
    breakdowns: Type.Optional(bodyBreakdowns),
    range: Type.Optional(
      Type.String({ maxLength: 100, description: 'Replaces the body’s range for this series' }),
    ),
  }),
)

export const input = named(
  'FormulaQuestion',
  Type.Object({
    series: Type.Array(series, { minItems: 1, maxItems: 26, description: 'Named A, B … Z in the formula' }),
    formula: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'Numbers, series letters, + - * / % **, unary minus, parentheses, if(A > 0, B, C) with = != < <= > >= not and or, abs, ceil, floor, round, and cumulative, moving_average, delta, lag, share, rank',
    }),
    ...bodyFields,
    granularity: Type.Optional(Type.String({ default: 'daily', maxLength: 20 })),
    breakdown_limit: Type.Optional(Type.Integer({ default: 25, minimum: 1, maximum: 1000 })),
    compare: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'previous, yoy, or <start>,<end> as for range',
      }),
    ),
  }),
)

export type FormulaInput = Static<typeof input>
export type AskedSeries = FormulaInput['series'][number]
