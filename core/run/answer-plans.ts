import {
  aggregate,
  ascending,
  column,
  columnsOf,
  count,
  descending,
  PlanError,
  select,
  sort,
  type Columns,
  type Relation,
} from '../contract/index.js'

/** The two plans behind a top list or a page: the rows to show, and in `total` how many there are in all. */
export interface AnswerPlans {
  readonly rows: Relation
  readonly total: Relation
}

const total = { total: count() }

/** Of a plan of labels and counts: the largest first, equal ones by label. */
export const planTop = (plan: Relation, limit: number): AnswerPlans => ({
  rows: sort(plan, [descending(column('count')), ascending(column('label'))], limit),
  total: aggregate(plan, {}, total),
})

/**
 * Takes a sorted plan, or one that selects from a sorted one, so that a page need not show what it is sorted by. One row
 * more than the page holds tells whether another page follows. All rows if `limit` is null.
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
  // Only a sort at the top orders an answer: what it sorts by stands beside what is shown.
  const keys = sorted.keys.map(({ by, descending }, index) => ({ name: `sort_key_${index}`, by, descending }))
  const beside = Object.fromEntries(keys.map(({ name, by }) => [name, by]))
  const order = keys.map(({ name, descending }) => ({ by: column(name), descending }))
  return { ...parts, rows: sort(select(input, { ...plan.columns, ...beside }), order, most, offset) }
}
