import type { QueryDefinition, Row } from '../../contract/index.js'
import { askRetention, retentionInput } from './input.js'
import { retentionPlan } from './plan.js'
import { RetentionAnswer } from './shapes.js'
import { retentionBreakdowns, retentionTable } from './table.js'

/** The granularities that the input may name. */
const singular = { daily: 'day', weekly: 'week', monthly: 'month' } as const

/** POST /retention: the triangle of cohorts. */
export const retention: QueryDefinition<typeof retentionInput, typeof RetentionAnswer> = {
  key: 'retention',
  tag: { name: 'Retention', description: 'How many persons of a cohort return in later periods.' },
  path: 'retention',
  summary: 'Cohorts by the period of a first event, and the share of each that came back in later periods',
  input: retentionInput,
  response: RetentionAnswer,
  figures: true,
  async run(ask, body) {
    const asked = await askRetention(ask, body)
    const { question, labels, options } = asked
    const { periods } = options
    const cells: readonly Row[] = labels.length === 0 ? [] : await ask.rows(retentionPlan(asked))
    const shown = {
      // Each person has one dimension, so the whole is their sum.
      ...retentionTable(cells, labels, periods),
      granularity: singular[question.grain as keyof typeof singular],
      periods,
    }
    if (question.breakdown === null) return { data: shown }
    return { data: { ...shown, breakdowns: retentionBreakdowns(cells, labels, periods, question.breakdown) } }
  },
}
