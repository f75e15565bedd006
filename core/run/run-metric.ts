import { inZone } from '../../contract/index.js'
import { topAnswer } from '../answer/top.js'
import { planTop } from './answer-plans.js'
import { askMetric, planOf, type Metric, type MetricAsk, type MetricRequest } from './ask-question.js'
import { runList, runPage } from './run-page.js'
import { answerSeries } from './run-series.js'

/** Answers a metric: question, plan, rows and body, in this order. */
export async function runMetric(ask: MetricAsk, metric: Metric, request: MetricRequest): Promise<object> {
  const { params, limit, offset, countTotal: count_total } = request
  switch (metric.answer) {
    case 'series':
      return answerSeries(ask, metric, request)
    case 'top':
      return answerTop(ask, metric, request)
    case 'page': {
      const asked = await askMetric(ask, metric, request)
      return runPage(ask, planOf(metric, asked, params), { limit, offset, count_total })
    }
    case 'list': {
      const { question } = await askMetric(ask, metric, request)
      const plan = inZone(metric.plan(question, params), question.timezone)
      return runList(ask, plan, metric.limit === undefined ? null : limit, offset)
    }
  }
}

async function answerTop(ask: MetricAsk, metric: Metric, request: MetricRequest): Promise<object> {
  const { limit, params } = request
  const plan = planOf(metric, await askMetric(ask, metric, request), params)
  if (plan === null) return topAnswer({ rows: [], limit })
  return topAnswer({ rows: await ask.rows(planTop(plan, limit)), limit })
}
