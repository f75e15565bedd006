import { dimensionHeads, withValues } from '../../data/dimension.js'
import type { Sheet } from '../../share/csv.js'
import type { FunnelResult, StepResult } from './result.js'

const columns = [
  'step',
  'event',
  'count',
  'step_rate',
  'overall_rate',
  'drop_off',
  'median_seconds',
  'avg_seconds',
  'p90_seconds',
] as const satisfies readonly (keyof StepResult)[]

/** The funnel for an export: a row per step; with a breakdown a row per group and step, the total (`all`) first. */
export function funnelSheet({ steps, breakdowns }: FunnelResult, fields: readonly string[] = []): Sheet {
  const rows = (of: readonly StepResult[]) => of.map((step) => columns.map((name) => step[name]))
  if (breakdowns === undefined) return { name: 'funnel', columns, rows: rows(steps) }
  const heads = dimensionHeads(breakdowns, fields)
  const groups = [{ values: heads.map(() => 'all'), steps }, ...breakdowns.map(withValues)]
  return {
    name: 'funnel',
    columns: [...heads, ...columns],
    rows: groups.flatMap((group) => rows(group.steps).map((row) => [...group.values, ...row])),
  }
}
