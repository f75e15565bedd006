import Type, { type TProperties } from 'typebox'

/** Response shapes for the API description; routes with such a response refer to them. */

const date = Type.String({ description: 'The bucket: YYYY-MM-DD, or a date-time for hourly and minute' })
const dimension = Type.Optional(Type.String({ description: 'With a breakdown' }))

/** The shape of a time series whose points have further fields besides their value. */
export const seriesShapeWith = <P extends TProperties>(ofPoint: P) => {
  const point = Type.Object({ date, value: Type.Number(), dimension, ...ofPoint })
  return Type.Object({
    data: Type.Object({
      points: Type.Array(point),
      total: Type.Number(),
      min: Type.Number(),
      max: Type.Number(),
      avg: Type.Number(),
      comparison: Type.Optional(
        Type.Object({
          previous_total: Type.Number(),
          change: Type.Number(),
          percent_change: Type.Number(),
          previous_points: Type.Array(point),
          previous_range: Type.Object({ from: Type.String(), to: Type.String() }),
        }),
      ),
    }),
  })
}

export const seriesShape = seriesShapeWith({})

/** The shape of a page; the fields of its rows depend on the plan. */
export const pageShape = Type.Object({
  data: Type.Array(Type.Object({}, { additionalProperties: true })),
  has_more: Type.Boolean(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  total: Type.Optional(Type.Integer({ description: 'With count_total' })),
})
