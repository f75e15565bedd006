import {
  aggregate,
  cohorts,
  column,
  keptLabels,
  labelledRows,
  sum,
  withDimension,
  type Breakdown,
  type Relation,
} from '../../contract/index.js'
import type { AskedRetention } from './input.js'

/** The part of a checked body that a plan depends on. */
export type Retention = Pick<AskedRetention, 'question' | 'options'>

/** Number of persons by `cohort` and `offset` (see cohorts()), and by `dimension` with a breakdown. */
export function retentionPlan({ question, options }: Retention): Relation {
  const { breakdown } = question
  const rows = labelledRows(question, {})
  if (breakdown === null) return cohorts(rows, { ...options, by: [] })
  const cells = cohorts(rows, { ...options, by: ['label'] })
  const by = { dimension: column('dimension'), cohort: column('cohort'), offset: column('offset') }
  const persons = sum(column('persons'))
  return aggregate(withDimension(cells, keptDimensions({ question, options }, breakdown)), by, { persons })
}

/** The values of the breakdown that are kept: those with the most start events in the range. */
export function keptDimensions({ question, options: { starts } }: Retention, breakdown: Breakdown): Relation {
  return keptLabels(labelledRows(question, { where: starts ?? undefined }), breakdown)
}
