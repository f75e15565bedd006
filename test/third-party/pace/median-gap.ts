import Type from 'typebox'
import { column, quantile, rowsOf, seriesOf } from 'sextant/plan'
import type { MetricDefinition } from 'sextant/plugin'
import { gaps } from './gaps.js'

const params = Type.Object({
  level: Type.Number({ minimum: 0, maximum: 1, default: 0.5, description: 'the percentile, as a fraction' }),
})

/** The median time between a person's consecutive events. */
export const medianGap: MetricDefinition<typeof params> = {
  key: 'median_gap',
  path: 'pace/median-gap',
  summary: "Seconds between a person's events: their median, or another percentile",
  unit: 'seconds',
  kind: 'duration',
  source: 'events',
  params,
  answer: 'series',
  plan: (question, { level }) => seriesOf(question, gaps(rowsOf(question)), quantile(column('gap'), level)),
}
