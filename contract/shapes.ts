import Type, { type TProperties, type TSchema } from 'typebox'
import { named } from './named-schema.js'

/** Response shapes for the API description; routes with such a response refer to them. */

const date = Type.String({ description: 'The bucket: YYYY-MM-DD, or a date-time for hourly and minute' })
/** The dimension of a point or a group, see shownDimension(). */
export const dimensionShape = {
  dimension: Type.String({ description: 'With several breakdowns, their values joined by " / "' }),
  dimensions: Type.Optional(
    Type.Array(Type.String(), { description: 'One value for each of breakdowns; only if these are listed' }),
  ),
}
const dimension = Type.Optional(
  Type.String({ description: 'With a breakdown; with several, their values joined by " / "' }),
)
const { dimensions } = dimensionShape

/**
 * The shape of a time series whose points have further fields besides their value. With a `name`, the series,
 * its points, its comparison and the whole response are components of the API description.
 */
export const seriesShapeWith = <P extends TProperties>(ofPoint: P, name?: string) => {
  const as = <T extends TSchema>(suffix: string, schema: T): T =>
    name === undefined ? schema : named(name + suffix, schema)
  const point = as('Point', Type.Object({ date, value: Type.Number(), dimension, dimensions, ...ofPoint }))
  const comparison = Type.Object({
    previous_total: Type.Number(),
    change: Type.Number(),
    percent_change: Type.Number(),
    previous_points: Type.Array(point),
    previous_range: Type.Object({ from: Type.String(), to: Type.String() }),
  })
  const data = Type.Object({
    points: Type.Array(point),
    total: Type.Number(),
    min: Type.Number(),
    max: Type.Number(),
    avg: Type.Number(),
    comparison: Type.Optional(as('Comparison', comparison)),
  })
  return as('Response', Type.Object({ data: as('', data) }))
}

export const seriesShape = seriesShapeWith({}, 'Series')

const page = {
  has_more: Type.Boolean(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  total: Type.Optional(Type.Integer({ description: 'With count_total' })),
}

/** The shape of a page; the fields of its rows depend on the plan. */
export const pageShape = named(
  'Page',
  Type.Object({ data: Type.Array(Type.Object({}, { additionalProperties: true })), ...page }),
)
