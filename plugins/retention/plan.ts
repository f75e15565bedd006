import {
  aggregate,
  cohorts,
  column,
  keptLabels,
  labelledRows,
  sum,
  where,
  withDimension,
  type Breakdown,
  type Relation,
} from '../../core/contract/index.js'
import type { AskedRetention } from './input.js'

export type Retention = Pick<AskedRetention, 'question' | 'options'>

const persons = sum(column('persons'))

/** Persons by `cohort` and `offset` (see cohorts()), with a breakdown also by `dimension`. */
export function retentionPlan({ question, options }: Retention): Relation {
  const { breakdown } = question
  const rows = labelledRows(question, {})
  if (breakdown === null) return cohorts(rows, { ...options, by: [] })
  const cells = cohorts(rows, { ...options, by: ['label'] })
  const by = { dimension: column('dimension'), cohort: column('cohort'), offset: column('offset') }
  return aggregate(withDimension(cells, keptDimensions({ question, options }, breakdown)), by, { persons })
}

/** The values of the breakdown that are told apart: those that the first starts of the most persons have. */
export function keptDimensions({ question, options }: Retention, breakdown: Breakdown): Relation {
  const { range } = question
  const rows = labelledRows(question, {})
  const sizes = cohorts(options.starts === null ? rows : where(rows, options.starts), {
    edges: [range.from, range.to],
    periods: 1,
    starts: null,
    returns: null,
    mode: 'on',
    by: ['label'],
  })
  return keptLabels(sizes, breakdown, persons)
}
