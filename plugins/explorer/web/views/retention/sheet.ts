import { dimensionHeads, withValues } from '../../data/dimension.js'
import type { Sheet } from '../../share/csv.js'
import type { Cohorts, RetentionResult } from './result.js'

/**
 * The grid for an export: a row per cohort with its size and the number of people who came back in each period. With a
 * breakdown the total (`all`) comes first, then the groups.
 */
export function retentionSheet(result: RetentionResult, fields: readonly string[] = []): Sheet {
  const columns = Array.from(
    { length: result.weighted_averages.length },
    (_, period) => `${result.granularity} ${period}`,
  )
  const rows = ({ cohorts }: Cohorts) =>
    cohorts.map(({ cohort_date, cohort_size, counts }) => [cohort_date, cohort_size, ...counts])
  if (result.breakdowns === undefined)
    return { name: 'retention', columns: ['cohort', 'people', ...columns], rows: rows(result) }
  const heads = dimensionHeads(result.breakdowns, fields)
  const groups = [{ ...result, values: heads.map(() => 'all') }, ...result.breakdowns.map(withValues)]
  return {
    name: 'retention',
    columns: [...heads, 'cohort', 'people', ...columns],
    rows: groups.flatMap((group) => rows(group).map((row) => [...group.values, ...row])),
  }
}
