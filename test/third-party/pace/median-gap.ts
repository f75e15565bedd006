import Type from 'typebox'
import {
  aggregate,
  bucket,
  column,
  quantile,
  rowsOf,
  splitOf,
  type MetricDefinition,
  type Question,
  type Relation,
} from 'sextant/contract'
import { gaps } from './gaps.js'

const params = Type.Object({
  level: Type.Number({ minimum: 0, maximum: 1, default: 0.5, description: 'the percentile, as a fraction' }),
})

/** The percentile of each bucket, and with a null bucket that of the whole range; with a breakdown each by dimension. */
function percentiles(question: Question, level: number): Relation {
  const split = splitOf(question)
  const dimensions = Object.fromEntries(split.map((name) => [name, column(name)]))
  const by = { bucket: bucket(column('timestamp'), question.edges), ...dimensions }
  const sets = [['bucket', ...split], ...(split.length > 0 ? [split] : []), []]
  return aggregate(gaps(rowsOf(question)), by, { value: quantile(column('gap'), level) }, sets)
}

/** How long people wait before they do the next thing. */
export const medianGap: MetricDefinition<typeof params> = {
  key: 'median_gap',
  path: 'pace/median-gap',
  summary: "Seconds between a person's events: their median, or another percentile",
  unit: 'seconds',
  kind: 'duration',
  source: 'events',
  params,
  answer: 'series',
  plan: (question, { level }) => percentiles(question, level),
}
