import {
  coalesce,
  column,
  literal,
  periodBounds,
  select,
  type AggregateNode,
  type CohortsOptions,
  type Expr,
  type LifecycleOptions,
  type Measure,
  type OperatorNode,
  type PresenceOptions,
  type Relation,
} from '../../../contract/index.js'
import { countsByDimensionOperator, type CountsByDimensionOptions } from '../counts-by-dimension.js'
import type { End } from '../identity/late-measures.js'
import type { Rule } from '../optimizer.js'
import { bucketNumber, personsByDimensionOperator } from '../persons-by-dimension.js'
import { replaceScan } from '../views/replace-scan.js'
import { cutAt, isSlotSafe, needs, type Needs } from '../views/slot-safe.js'
import { firstColumn, lastColumn, rowsColumn, type RollupSet } from '../views/operator.js'

/** The rollups that may answer for a workspace; null if none may. */
export interface ViewFacts {
  readonly views: RollupSet | null
}

/**
 * Answers from the smallest materialized view that covers the plan. A view covers an aggregate or an operator
 * that does not distinguish events of one slot, if it has all columns that these read; all other plans read
 * the rows. Cut slots, in which an instant of the plan lies (such as now), are read from the rows too. A row
 * of a view counts several events, so a count becomes a sum.
 *
 *     SELECT toStartOfDay(timestamp) AS bucket, count() FROM events GROUP BY bucket
 *     SELECT toStartOfDay(slot) AS bucket, sum(rows) FROM event_days GROUP BY bucket
 */
export const matchViews: Rule<ViewFacts> = {
  name: 'match-views',
  at: 'every-node',
  apply(node, { views }) {
    if (views === null) return null
    if (node.kind === 'aggregate') return aggregateFromView(node, views, () => null)
    return node.kind === 'operator' ? operatorFromView(node, needsOf(node), views) : null
  },
}

/** First and last values over rows of a view; null if it cannot give them. Adds their columns to `needed`. */
export type EndsOfView = (measure: End, needed: Needs) => Measure | null

/** The aggregate over the rows of a view; null if none covers it. */
export function aggregateFromView(node: AggregateNode, views: RollupSet, endOf: EndsOfView): Relation | null {
  const needed = needs()
  if (!Object.values(node.by).every((expr) => isSlotSafe(expr, needed))) return null
  const measures: [string, Measure][] = []
  for (const [name, measure] of Object.entries(node.measures)) {
    const own = measureOf(measure, needed, endOf)
    if (own === null) return null
    measures.push([name, own])
  }
  const input = replaceScan(node.input, needed, views)
  if (input === null) return null
  const rolled: Relation = { ...node, input, measures: Object.fromEntries(measures) }
  return Object.values(node.measures).some(({ kind }) => kind === 'count') ? withZeros(rolled, node) : rolled
}

/**
 * The measure over rows that count several events each; null if a view
 * cannot give it. Adds its columns to `needed`.
 */
function measureOf(measure: Measure, needed: Needs, endOf: EndsOfView): Measure | null {
  switch (measure.kind) {
    case 'count':
      needed.columns.add(rowsColumn)
      return { kind: 'sum', value: column(rowsColumn) }
    case 'count-distinct':
      return isSlotSafe(measure.value, needed) ? measure : null
    case 'min':
    case 'max': {
      const { kind, value } = measure
      if (!isTime(value)) return isSlotSafe(value, needed) ? measure : null
      const name = kind === 'min' ? firstColumn : lastColumn
      needed.columns.add(name)
      return { kind, value: column(name) }
    }
    case 'sum':
    case 'avg':
    case 'quantile':
      return null
    case 'first':
    case 'last':
      return endOf(measure, needed)
  }
}

const isTime = (expr: Expr): boolean => expr.kind === 'column' && expr.name === 'timestamp'

/** Turns null sums that replace counts into 0: over no rows a count is 0 and a sum is null. */
function withZeros(rolled: Relation, node: AggregateNode): Relation {
  const zero = literal(0, 'int')
  const measures = Object.entries(node.measures).map(([name, { kind }]) => [
    name,
    kind === 'count' ? coalesce(column(name), zero) : column(name),
  ])
  const keys = Object.keys(node.by).map((name) => [name, column(name)])
  return select(rolled, Object.fromEntries([...keys, ...measures]) as Readonly<Record<string, Expr>>)
}

/** The operator over the rows of a view with these columns and instants; null if none covers it. */
export function operatorFromView(
  node: OperatorNode,
  needed: Needs | null,
  views: RollupSet,
): Relation | null {
  const [input, ...others] = node.inputs
  const rolled = needed && input && replaceScan(input, needed, views)
  return rolled ? { ...node, inputs: [rolled, ...others] } : null
}

/**
 * The columns and instants that an operator requires; null if it
 * distinguishes events of a slot that is not cut.
 */
function needsOf({ operator, options }: OperatorNode): Needs | null {
  switch (operator) {
    case 'presence': {
      const { windows, by } = options as PresenceOptions
      return withEdges(
        needs('timestamp', 'person', ...by),
        windows.flatMap(({ from, to }) => [from, to]),
      )
    }
    case 'lifecycle': {
      const { edges } = options as LifecycleOptions
      return withEdges(needs('timestamp', 'person'), [...edges, ...periodBounds(options as LifecycleOptions)])
    }
    case 'cohorts': {
      const cohorts = options as CohortsOptions
      // The groups of `by` are those of a person's first event, which a view does not have: see ends-by-slot.
      return cohorts.by.length === 0 ? needsOfCohorts(cohorts) : null
    }
    case personsByDimensionOperator:
      return needs(bucketNumber, 'label', 'person')
    case countsByDimensionOperator:
      return withEdges(needs('timestamp', 'label', rowsColumn), (options as CountsByDimensionOptions).edges)
    default:
      return null
  }
}

/** The columns and instants of cohorts, without those of their groups. */
export function needsOfCohorts({ edges, starts, returns }: CohortsOptions): Needs | null {
  const needed = needs('timestamp', 'person')
  const conditions = [starts, returns].filter((one) => one !== null)
  return conditions.every((one) => isSlotSafe(one, needed)) ? withEdges(needed, edges) : null
}

function withEdges(needed: Needs, edges: readonly number[]): Needs {
  for (const edge of edges) cutAt(edge, needed)
  return needed
}
