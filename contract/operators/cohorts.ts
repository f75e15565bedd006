import {
  aggregate,
  and,
  bucket,
  column,
  compare,
  count,
  derive,
  first,
  join,
  math,
  max,
  min,
  missing,
  not,
  number,
  select,
  spine,
  union,
  where,
} from '../builders.js'
import { columnsOf } from '../columns.js'
import type { Expr, OperatorNode, Relation } from '../plan.js'
import type { OperatorDefinition } from './operator.js'

export const returnModes = ['on', 'on_or_after'] as const
/** Whether a return counts only in its own period, or also in every period between the cohort and it. */
export type ReturnMode = (typeof returnModes)[number]

export interface CohortsOptions {
  /** The bounds of the periods, ascending: period i is [edges[i], edges[i + 1]). Rows outside are ignored. */
  readonly edges: readonly number[]
  /** The number of periods reported per cohort, its own included; at least 1. */
  readonly periods: number
  /** Conditions for the rows that place their person in a cohort, and for the returns. Null: every row. */
  readonly starts: Expr | null
  readonly returns: Expr | null
  readonly mode: ReturnMode
  /** Columns of the input that split the cohorts, by their values in the person's first start. */
  readonly by: readonly string[]
}

/**
 * Cohorts and their returning persons. The input has the columns `timestamp`, `person`, those of `by`, and
 * `seq` if `by` is not empty. A person's cohort is the period of its first start. For each cohort, group and
 * offset the result has `cohort` (the period's index), the columns of `by`, `offset` and `persons`: at offset
 * 0 all persons of the cohort, at offset k those who returned k periods later. A combination without persons
 * has no row.
 */
export function cohorts(input: Relation, options: CohortsOptions): Relation {
  const types = columnsOf(input)
  const groups = options.by.map((name) => [name, types[name] ?? 'text'] as const)
  const node: OperatorNode = {
    kind: 'operator',
    operator: 'cohorts',
    inputs: [input],
    options,
    columns: { cohort: 'int', ...Object.fromEntries(groups), offset: 'int', persons: 'int' },
  }
  return Object.freeze(node)
}

/**
 * The lowering follows the definition: first starts, joined with the periods in which their persons return.
 */
export const cohortsOperator: OperatorDefinition = {
  name: 'cohorts',
  lower({ inputs: [input], options }) {
    const { edges, periods, starts, returns, mode, by } = options as CohortsOptions
    if (input === undefined) throw new Error('cohorts requires an input')
    const groups = Object.fromEntries(by.map((name) => [name, column(name)]))
    const cell = { cohort: column('cohort'), ...groups, offset: column('offset') }
    const cellOf = (offset: Expr): typeof cell => ({ ...cell, offset })
    const [cohort, period] = [column('cohort'), column('period')]

    const started = aggregate(
      inPeriods(input, edges, starts),
      { person: column('person') },
      {
        cohort: min(period),
        ...Object.fromEntries(
          by.map((name) => [name, first(column(name), column('timestamp'), column('seq'))]),
        ),
      },
    )
    const rows = inPeriods(input, edges, returns)
    const who = { returned: column('person') }
    const back =
      mode === 'on' ? aggregate(rows, { ...who, period }, {}) : aggregate(rows, who, { period: max(period) })
    const pairs = join('inner', started, back, [{ left: 'person', right: 'returned' }])
    const distance = math('-', period, cohort)
    const returned =
      mode === 'on'
        ? select(where(pairs, between(distance, periods)), cellOf(distance))
        : select(
            where(
              join('inner', pairs, spine('offset', periods), []),
              and(compare('gt', column('offset'), number(0)), compare('lte', column('offset'), distance)),
            ),
            cell,
          )
    return aggregate(union(select(started, cellOf(number(0))), returned), cell, { persons: count() })
  },
}

const between = (distance: Expr, periods: number): Expr =>
  and(compare('gt', distance, number(0)), compare('lt', distance, number(periods)))

/** The rows that meet the condition and fall into a period, with its index. */
function inPeriods(input: Relation, edges: readonly number[], condition: Expr | null): Relation {
  const rows = condition === null ? input : where(input, condition)
  const located = derive(rows, { period: bucket(column('timestamp'), edges) })
  return where(located, not(missing(column('period'))))
}
