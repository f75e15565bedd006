import {
  dimensionNamed,
  dimensionRequiresBreakdown,
  invalid,
  inZone,
  ServiceError,
  type AskedQuestion,
  type PageAnswer,
  type PointRef,
} from '../../contract/index.js'
import {
  askMetric,
  isEmpty,
  planOf,
  type Metric,
  type MetricAsk,
  type MetricRequest,
} from './ask-question.js'
import { runPage } from './run-page.js'

/** A point as a request names it, by the labels that the response shows. */
export interface NamedPoint {
  /** Undefined for the whole range. */
  readonly date?: string | undefined
  /** Undefined for all dimensions together, unless `dimensions` are given. */
  readonly dimension?: string | undefined
  /** One value for each breakdown. */
  readonly dimensions?: readonly string[] | undefined
}

/** The message for a metric whose figures have no persons behind them. */
export const noPeople = (metric: string): string => `metric ${metric} has no persons behind its figures`

/** Returns the persons behind a point of a metric's response. */
export async function runPeople(
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
  named: NamedPoint,
): Promise<PageAnswer> {
  const { params, limit, offset, countTotal: count_total } = request
  if (metric.people === undefined) throw new ServiceError('NOT_FOUND', noPeople(metric.key))
  const asked = await askMetric(ask, metric, request)
  planOf(metric, asked, params)
  const dimension = dimensionOf(metric, asked, named)
  const point: PointRef = { bucket: bucketOf(metric, asked.labels, named.date), dimension }
  const plan = isEmpty(asked)
    ? null
    : inZone(metric.people(asked.question, params, point), asked.question.timezone)
  return runPage(ask, plan, { limit, offset, count_total })
}

function dimensionOf(metric: Metric, { question }: AskedQuestion, named: NamedPoint): string | null {
  const { breakdown } = question
  const isTop = metric.answer === 'top'
  if (breakdown !== null && !isTop) return dimensionNamed(named, breakdown)
  const { dimension = null, dimensions } = named
  const split = metric.dimensions !== undefined || isTop
  if (dimensions !== undefined || (dimension !== null && !split)) throw dimensionRequiresBreakdown()
  return dimension
}

function bucketOf({ answer }: Metric, labels: readonly string[], date: string | undefined): number | null {
  if (date === undefined) return null
  if (answer === 'top') throw invalid('date', 'date does not apply to a top list; shorten the range instead')
  const bucket = labels.indexOf(date)
  if (bucket !== -1) return bucket
  const [first, last] = [labels[0], labels.at(-1)]
  const known = first === undefined ? 'the range has no points' : `these are ${first} to ${last ?? first}`
  throw invalid('date', `date must be the date of a point of the answer; ${known}`)
}
