import type { Sheet } from '../../share/csv.js'
import type { Cohorts, RetentionResult } from './result.js'

/** A row a cohort: its size, and how many came back in each period; with a breakdown the groups after the whole. */
export function retentionSheet(result: RetentionResult): Sheet {
  const columns = Array.from(
    { length: result.weighted_averages.length },
    (_, period) => `${result.granularity} ${period}`,
  )
  const rows = ({ cohorts }: Cohorts) =>
    cohorts.map(({ cohort_date, cohort_size, counts }) => [cohort_date, cohort_size, ...counts])
  if (result.breakdowns === undefined)
    return { name: 'retention', columns: ['cohort', 'people', ...columns], rows: rows(result) }
  const groups = [{ ...result, dimension: 'all' }, ...result.breakdowns]
  return {
    name: 'retention',
    columns: ['dimension', 'cohort', 'people', ...columns],
    rows: groups.flatMap((group) => rows(group).map((row) => [group.dimension, ...row])),
  }
}
