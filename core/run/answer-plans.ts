import {
  aggregate,
  ascending,
  column,
  columnsOf,
  count,
  descending,
  literal,
  PlanError,
  select,
  sort,
  window,
  type Columns,
  type Relation,
} from '../../contract/index.js'

/** The two plans behind a page: the rows to show, and the number of all rows in `total`. */
export interface AnswerPlans {
  readonly rows: Relation
  readonly total: Relation
}

const total = { total: count() }

/**
 * Plans a top list, from labels and counts: the largest first, ties by label. Each row has the number of all
 * labels as `total_labels`: counting them by a plan of their own would read all rows again.
 */
export function planTop(plan: Relation, limit: number): Relation {
  const counted = window(plan, [], [], { total_labels: { kind: 'total', value: literal(1, 'int') } })
  return sort(counted, [descending(column('count')), ascending(column('label'))], limit)
}

/**
 * Plans a page of a sorted plan, or of a selection from one, so that a page need not show its sort keys. The
 * plan has one row more than the page, which shows whether another page follows. A null `limit` means all
 * rows.
 */
export function planPage(
  plan: Relation,
  limit: number | null,
  offset: number,
): AnswerPlans & { columns: Columns } {
  const most = limit === null ? null : limit + 1
  const sorted = plan.kind === 'select' ? plan.input : plan
  if (sorted.kind !== 'sort') throw new PlanError('the plan of a page must be sorted')
  const input = sorted.limit === null && sorted.offset === 0 ? sorted.input : sorted
  const parts = { total: aggregate(input, {}, total), columns: columnsOf(plan) }
  if (plan.kind !== 'select') return { ...parts, rows: sort(input, sorted.keys, most, offset) }
  // Only a sort at the top orders a result, so the sort keys are selected beside the shown columns.
  const keys = sorted.keys.map(({ by, descending }, index) => ({ name: `sort_key_${index}`, by, descending }))
  const beside = Object.fromEntries(keys.map(({ name, by }) => [name, by]))
  const order = keys.map(({ name, descending }) => ({ by: column(name), descending }))
  return { ...parts, rows: sort(select(input, { ...plan.columns, ...beside }), order, most, offset) }
}
