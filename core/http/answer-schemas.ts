import Type from 'typebox'

const point = Type.Object({
  date: Type.String({ description: 'The bucket: YYYY-MM-DD, or a date-time for hourly and minute' }),
  value: Type.Number(),
  dimension: Type.Optional(Type.String({ description: 'With a breakdown' })),
})

const comparison = Type.Object({
  previous_total: Type.Number(),
  change: Type.Number(),
  percent_change: Type.Number(),
  previous_points: Type.Array(point),
  previous_range: Type.Object({ from: Type.String(), to: Type.String() }),
})

/** What the kinds of answers look like, for the description of the API. */
export const answerSchemas = {
  series: Type.Object({
    data: Type.Object({
      points: Type.Array(point),
      total: Type.Number(),
      min: Type.Number(),
      max: Type.Number(),
      avg: Type.Number(),
      comparison: Type.Optional(comparison),
    }),
  }),
  top: Type.Object({
    data: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() })),
    total_labels: Type.Integer(),
  }),
  page: Type.Object({
    data: Type.Array(Type.Object({}, { additionalProperties: true })),
    has_more: Type.Boolean(),
    limit: Type.Integer(),
    offset: Type.Integer(),
    total: Type.Optional(Type.Integer()),
  }),
  list: Type.Array(Type.Object({}, { additionalProperties: true })),
} as const
