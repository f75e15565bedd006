import type { TSchema } from 'typebox'
import { fieldNames, ServiceError, sources, type Question } from '../contract/index.js'
import { buildQuestion } from '../core/question/question.js'
import type { AnyMetric } from '../core/kernel/definitions.js'

/** A question and parameters for trying a metric. */
export interface Sample {
  readonly question: Question
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * Returns a plain question and one with a breakdown, with only the parameters that the metric requires. A
 * string parameter may have to be a field name, so if the metric rejects an invented one, its source's fields
 * are tried.
 */
export function samplesOf(metric: AnyMetric, now: number): readonly Sample[] {
  const texts = ['sample', ...textFields(metric)]
  const refusals: unknown[] = []
  for (const text of texts) {
    const params = paramsOf(metric, text)
    try {
      const breakdowns = metric.breakdown ? [metric.breakdown(params)] : [null, textFields(metric)[0] ?? null]
      const samples = breakdowns.map((breakdown) => ({
        question: questionOf(metric, now, breakdown),
        params,
      }))
      for (const { question } of samples) metric.plan(question, params)
      return samples
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      refusals.push(error)
    }
  }
  throw refusals[0]
}

const questionOf = ({ source, grain, days }: AnyMetric, now: number, breakdown: string | null): Question =>
  buildQuestion({
    source,
    now,
    range: '7d',
    granularity: grain ?? 'daily',
    timezone: 'UTC',
    conditions: [],
    breakdown,
    breakdownLimit: 25,
    earliest: null,
    withDays: days === true,
  }).question

const textFields = ({ source }: AnyMetric): readonly string[] => {
  const types: Readonly<Record<string, string>> = sources[source]
  return fieldNames(source).filter((name) => types[name] === 'text')
}

function paramsOf({ params }: AnyMetric, text: string): Record<string, unknown> {
  const { properties, required = [] } = params as {
    properties: Record<string, Shape>
    required?: readonly string[]
  }
  const given = Object.entries(properties).filter(
    ([name, shape]) => required.includes(name) || shape.default !== undefined,
  )
  return Object.fromEntries(given.map(([name, shape]) => [name, valueOf(shape, text)]))
}

interface Shape extends TSchema {
  readonly type?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly examples?: readonly unknown[]
  readonly minimum?: number
}

function valueOf(shape: Shape, text: string): unknown {
  const offered = shape.default ?? shape.examples?.[0] ?? shape.const ?? shape.enum?.[0]
  if (offered !== undefined) return offered
  if (shape.anyOf?.[0]) return valueOf(shape.anyOf[0], text)
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1
  if (shape.type === 'boolean') return false
  return shape.type === 'array' ? [] : text
}
