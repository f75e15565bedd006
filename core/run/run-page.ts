import type { JsonValue, PageAnswer, PageRequest, Relation, Row } from '../../contract/index.js'
import { pageAnswer, shownRows } from '../answer/page.js'
import { planPage } from './answer-plans.js'
import type { MetricAsk } from './ask-question.js'

/** Returns a page of a sorted plan; a null plan has nothing to run. */
export async function runPage(
  ask: Pick<MetricAsk, 'rows'>,
  plan: Relation | null,
  { limit, offset, count_total = false }: PageRequest,
): Promise<PageAnswer> {
  const place = { limit, offset }
  if (plan === null) return pageAnswer({ rows: [], columns: {}, ...place, ...(count_total && { total: 0 }) })
  const plans = planPage(plan, limit, offset)
  const [rows, counted] = await Promise.all([ask.rows(plans.rows), count_total ? ask.rows(plans.total) : []])
  return pageAnswer({
    rows,
    columns: plans.columns,
    ...place,
    ...(count_total && { total: totalOf(counted) }),
  })
}

/** Returns the rows of a sorted plan as a bare array; a null `limit` means all of them. */
export async function runList(
  ask: Pick<MetricAsk, 'rows'>,
  plan: Relation,
  limit: number | null,
  offset: number,
): Promise<readonly Readonly<Record<string, JsonValue>>[]> {
  const { rows, columns } = planPage(plan, limit, offset)
  return shownRows(await ask.rows(rows), columns).slice(0, limit ?? undefined)
}

export function totalOf([row]: readonly Row[]): number {
  const total = row?.['total']
  return typeof total === 'number' ? total : 0
}
