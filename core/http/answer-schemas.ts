import Type from 'typebox'
import { pageShape, seriesShape } from '../contract/index.js'

/** What the kinds of answers look like, for the description of the API. */
export const answerSchemas = {
  series: seriesShape,
  top: Type.Object({
    data: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() })),
    total_labels: Type.Integer(),
  }),
  page: pageShape,
  list: Type.Array(Type.Object({}, { additionalProperties: true })),
} as const
