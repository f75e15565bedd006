import Type from 'typebox'
import { named, pageShape, seriesShape, type JsonValue } from '../contract/index.js'

/** The response shapes by kind, for the API description. */
export const answerSchemas = {
  series: seriesShape,
  top: named(
    'TopResponse',
    Type.Object({
      data: Type.Array(named('TopLabel', Type.Object({ label: Type.String(), count: Type.Integer() }))),
      total_labels: Type.Integer(),
    }),
  ),
  page: pageShape,
  list: named('List', Type.Array(Type.Object({}, { additionalProperties: true }))),
} as const

/** Examples of responses for metrics that have none of their own. */
export const answerExamples: Readonly<Record<keyof typeof answerSchemas | 'people', JsonValue>> = {
  series: {
    data: {
      points: [
        { date: '2026-03-08', value: 2 },
        { date: '2026-03-09', value: 4 },
      ],
      total: 5,
      min: 2,
      max: 4,
      avg: 3,
    },
  },
  top: { data: [{ label: 'signup', count: 2 }], total_labels: 1 },
  page: { data: [], has_more: false, limit: 100, offset: 0 },
  list: [],
  people: { data: [{ device_id: 'd1', user_id: 'ann' }], has_more: false, limit: 100, offset: 0 },
}
