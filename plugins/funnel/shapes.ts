import Type from 'typebox'
import { dimensionShape, seriesShapeWith, named } from '../../contract/index.js'

const seconds = Type.Union([Type.Number(), Type.Null()], {
  description: 'Seconds since the step before; null for the first step and if no person reached this one',
})

const steps = {
  steps: Type.Array(
    named(
      'FunnelStep',
      Type.Object({
        step: Type.Integer(),
        event: Type.String(),
        count: Type.Integer(),
        overall_rate: Type.Number(),
        step_rate: Type.Number(),
        drop_off: Type.Integer(),
        avg_seconds: seconds,
        median_seconds: seconds,
        p90_seconds: seconds,
      }),
    ),
  ),
  overall_conversion: Type.Number(),
}

export const FunnelAnswer = named(
  'FunnelResponse',
  Type.Object({
    data: named(
      'FunnelResult',
      Type.Object({
        ...steps,
        breakdowns: Type.Optional(Type.Array(Type.Object({ ...dimensionShape, ...steps }))),
      }),
    ),
  }),
)

export const TrendAnswer = seriesShapeWith(
  { entered: Type.Integer(), converted: Type.Integer() },
  'FunnelTrend',
)
