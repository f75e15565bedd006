import Type from 'typebox'
import { dimensionShape, named } from '../../contract/index.js'

const table = {
  cohorts: Type.Array(
    named(
      'RetentionCohort',
      Type.Object({
        cohort_date: Type.String(),
        cohort_size: Type.Integer(),
        retention: Type.Array(Type.Number()),
        counts: Type.Array(Type.Integer()),
      }),
    ),
  ),
  averages: Type.Array(Type.Number()),
  weighted_averages: Type.Array(Type.Number()),
}

export const RetentionAnswer = named(
  'RetentionResponse',
  Type.Object({
    data: named(
      'RetentionResult',
      Type.Object({
        ...table,
        granularity: Type.Enum(['day', 'week', 'month']),
        periods: Type.Integer(),
        breakdowns: Type.Optional(Type.Array(Type.Object({ ...dimensionShape, ...table }))),
      }),
    ),
  }),
)
