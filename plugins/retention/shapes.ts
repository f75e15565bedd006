import Type from 'typebox'

const table = {
  cohorts: Type.Array(
    Type.Object({
      cohort_date: Type.String(),
      cohort_size: Type.Integer(),
      retention: Type.Array(Type.Number()),
      counts: Type.Array(Type.Integer()),
    }),
  ),
  averages: Type.Array(Type.Number()),
  weighted_averages: Type.Array(Type.Number()),
}

export const RetentionAnswer = Type.Object({
  data: Type.Object({
    ...table,
    granularity: Type.Enum(['day', 'week', 'month']),
    periods: Type.Integer(),
    breakdowns: Type.Optional(Type.Array(Type.Object({ dimension: Type.String(), ...table }))),
  }),
})
