import Type from 'typebox'
import { pageShape, seriesShape } from '../contract/index.js'

/** The response shapes by kind, for the API description. */
export const answerSchemas = {
  series: seriesShape,
  top: Type.Object({
    data: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() })),
    total_labels: Type.Integer(),
  }),
  page: pageShape,
  list: Type.Array(Type.Object({}, { additionalProperties: true })),
} as const
