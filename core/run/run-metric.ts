import type { TObject } from 'typebox'
import { pageAnswer } from '../answer/page.js'
import { seriesAnswer, type SeriesPart } from '../answer/series.js'
import { topAnswer } from '../answer/top.js'
import {
  aggregate,
  column,
  columnsOf,
  min,
  scan,
  type Cell,
  type MetricDefinition,
  type Relation,
  type Row,
} from '../contract/index.js'
import { buildQuestion, compareQuestion, type AskedQuestion } from '../question/question.js'
import { needsEarliest } from '../question/range.js'
import type { RawCondition } from '../question/raw-condition.js'
import { planPage, planTop } from './answer-plans.js'

/** What a metric is asked, its parameters validated and defaulted. */
export interface MetricRequest {
  readonly range: string
  readonly granularity: string
  readonly timezone: string
  readonly conditions: readonly RawCondition[]
  readonly breakdown: string | null
  readonly breakdownLimit: number
  readonly compare: 'previous' | 'yoy' | null
  /** The metric's own parameters. */
  readonly params: Readonly<Record<string, unknown>>
  /** Of top lists and pages. */
  readonly limit: number
  readonly offset: number
  readonly countTotal: boolean
}

/** What a metric needs of the request that asks for it: a handler's `ask` has both. */
export interface MetricAsk {
  /** Milliseconds since 1970 UTC. */
  readonly now: number
  rows(plan: Relation): Promise<readonly Row[]>
}

type Metric = MetricDefinition<TObject>

/** A metric's answer: the question, its plan, the rows and the body, in this order. */
export async function runMetric(ask: MetricAsk, metric: Metric, request: MetricRequest): Promise<object> {
  const asked = await askedQuestion(ask, metric, request)
  switch (metric.answer) {
    case 'series':
      return runSeries(ask, metric, request, asked)
    case 'top':
      return runTop(ask, metric, request, asked)
    case 'page':
      return runPage(ask, metric, request, asked)
  }
}

async function askedQuestion(ask: MetricAsk, metric: Metric, request: MetricRequest): Promise<AskedQuestion> {
  const { range, granularity, timezone, conditions, breakdownLimit, params } = request
  const breakdown = metric.breakdown?.(params) ?? request.breakdown
  const input = { source: metric.source, now: ask.now, range, granularity, timezone, conditions, breakdown }
  const earliest = needsEarliest(range) ? await earliestOf(ask, metric) : null
  return buildQuestion({ ...input, breakdownLimit, earliest })
}

async function earliestOf(ask: MetricAsk, { source }: Metric): Promise<number | null> {
  const [row] = await ask.rows(aggregate(scan(source), {}, { earliest: min(column('timestamp')) }))
  return numberOf(row?.['earliest'])
}

/** The main series and the one to compare with run side by side. */
async function runSeries(
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
  asked: AskedQuestion,
): Promise<object> {
  const planOf = (one: AskedQuestion): Relation | null =>
    isEmpty(one) ? null : metric.plan(one.question, request.params)
  const part = async (of: AskedQuestion, plan: Relation | null): Promise<SeriesPart> => ({
    asked: of,
    rows: plan === null ? [] : await ask.rows(plan),
  })
  const before = request.compare === null ? null : compareQuestion(asked, request.compare)
  const plan = planOf(asked)
  const planBefore = before === null ? null : planOf(before)
  const [main, comparison] = await Promise.all([
    part(asked, plan),
    before === null ? null : part(before, planBefore),
  ])
  const split = hasDimension(plan ?? planBefore)
  return seriesAnswer({ ...main, split, ...(comparison === null ? {} : { comparison }) })
}

async function runTop(
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
  asked: AskedQuestion,
): Promise<object> {
  const { limit, params } = request
  if (isEmpty(asked)) return topAnswer({ rows: [], limit })
  const plans = planTop(metric.plan(asked.question, params), limit)
  const [rows, counted] = await Promise.all([ask.rows(plans.rows), ask.rows(plans.total)])
  return topAnswer({ rows, limit, totalLabels: totalOf(counted) })
}

async function runPage(
  ask: MetricAsk,
  metric: Metric,
  request: MetricRequest,
  asked: AskedQuestion,
): Promise<object> {
  const { limit, offset, countTotal, params } = request
  if (isEmpty(asked))
    return pageAnswer({ rows: [], columns: {}, limit, offset, ...(countTotal ? { total: 0 } : {}) })
  const plans = planPage(metric.plan(asked.question, params), limit, offset)
  const [rows, counted] = await Promise.all([ask.rows(plans.rows), countTotal ? ask.rows(plans.total) : null])
  return pageAnswer({
    rows,
    columns: plans.columns,
    limit,
    offset,
    ...(counted === null ? {} : { total: totalOf(counted) }),
  })
}

/** A range wholly in the future has no buckets: there is nothing to run. */
const isEmpty = ({ question }: AskedQuestion): boolean => question.edges.length === 0

const hasDimension = (plan: Relation | null): boolean => plan !== null && 'dimension' in columnsOf(plan)

const totalOf = ([row]: readonly Row[]): number => numberOf(row?.['total']) ?? 0
const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)
