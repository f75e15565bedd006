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
} from '../../../core/contract/index.js'
import { rollupOperator, type RollupOptions } from '../../sql/rollup.js'
import { overRollup, type Choice } from './chain.js'
import { fits, isHour } from './fits.js'
import { firstColumn, lastColumn, rollups, rowsColumn, type Rollup } from './tables.js'

/**
 * The one place that decides which tables answer a plan: whatever groups or counts events in ways that cannot tell
 * those of one hour apart is asked of the smallest rollup that has every column, all else of the rows themselves.
 * The answer is the same.
 *
 * A statement reads the events in one form only: the engine mixes up the columns of a table and those of its
 * projections when both stand in one.
 */
export function decideTables(plan: Relation, generation: number): Relation {
  const choices = [rollups, ...rollups.map((rollup) => [rollup])]
  return choices.map((some) => decideAmong(plan, some, generation)).find(isOfOneForm) ?? plan
}

function isOfOneForm(plan: Relation): boolean {
  const forms = new Set(formsOf(plan))
  return forms.size === 1 && !forms.has(rawForm)
}

const rawForm = 'events'

/** In which forms a plan reads the events. */
function formsOf(relation: Relation): readonly string[] {
  switch (relation.kind) {
    case 'scan':
      return relation.source === 'events' ? [rawForm] : []
    case 'spine':
      return []
    case 'operator':
      if (relation.operator === rollupOperator) return [(relation.options as RollupOptions).name]
      return relation.inputs.flatMap(formsOf)
    case 'union':
      return relation.inputs.flatMap(formsOf)
    case 'join':
      return [...formsOf(relation.left), ...formsOf(relation.right)]
    case 'where':
    case 'derive':
    case 'select':
    case 'aggregate':
    case 'window':
    case 'sort':
      return formsOf(relation.input)
  }
}

function decideAmong(relation: Relation, among: readonly Rollup[], generation: number): Relation {
  const decide = (inner: Relation): Relation => decideAmong(inner, among, generation)
  const choice: Choice = { rollups: among, generation, decide }
  switch (relation.kind) {
    case 'scan':
    case 'spine':
      return relation
    case 'aggregate':
      return aggregateOf(relation, choice) ?? { ...relation, input: decide(relation.input) }
    case 'operator':
      return operatorOf(relation, choice) ?? { ...relation, inputs: relation.inputs.map(decide) }
    case 'join':
      return { ...relation, left: decide(relation.left), right: decide(relation.right) }
    case 'union':
      return { ...relation, inputs: relation.inputs.map(decide) }
    case 'where':
    case 'derive':
    case 'select':
    case 'window':
    case 'sort':
      return { ...relation, input: decide(relation.input) }
  }
}

function aggregateOf(node: AggregateNode, choice: Choice): Relation | null {
  const needed = new Set<string>()
  if (!Object.values(node.by).every((expr) => fits(expr, needed))) return null
  const measures: [string, Measure][] = []
  for (const [name, measure] of Object.entries(node.measures)) {
    const own = measureOf(measure, needed)
    if (own === null) return null
    measures.push([name, own])
  }
  const input = overRollup(node.input, needed, choice)
  if (input === null) return null
  const rolled: Relation = { ...node, input, measures: Object.fromEntries(measures) }
  return Object.values(node.measures).some(({ kind }) => kind === 'count') ? withZeros(rolled, node) : rolled
}

/** The measure over rows that each stand for several. */
function measureOf(measure: Measure, needed: Set<string>): Measure | null {
  switch (measure.kind) {
    case 'count':
      needed.add(rowsColumn)
      return { kind: 'sum', value: column(rowsColumn) }
    case 'count-distinct':
      return fits(measure.value, needed) ? measure : null
    case 'min':
    case 'max': {
      const { kind, value } = measure
      if (!isTime(value)) return fits(value, needed) ? measure : null
      const name = kind === 'min' ? firstColumn : lastColumn
      needed.add(name)
      return { kind, value: column(name) }
    }
    case 'sum':
    case 'avg':
    case 'quantile':
    case 'first':
    case 'last':
      return null
  }
}

const isTime = (expr: Expr): boolean => expr.kind === 'column' && expr.name === 'timestamp'

/** A count of nothing is 0, a sum of nothing null. */
function withZeros(rolled: Relation, node: AggregateNode): Relation {
  const zero = literal(0, 'int')
  const measures = Object.entries(node.measures).map(([name, { kind }]) => [
    name,
    kind === 'count' ? coalesce(column(name), zero) : column(name),
  ])
  const keys = Object.keys(node.by).map((name) => [name, column(name)])
  return select(rolled, Object.fromEntries([...keys, ...measures]) as Readonly<Record<string, Expr>>)
}

function operatorOf(node: OperatorNode, choice: Choice): Relation | null {
  const needed = needsOf(node)
  const [input] = node.inputs
  const rolled = needed && input && overRollup(input, needed, choice)
  return rolled ? { ...node, inputs: [rolled] } : null
}

/** What an operator asks of its rows, if it asks nothing that tells the events of one hour apart. */
function needsOf({ operator, options }: OperatorNode): Set<string> | null {
  switch (operator) {
    case 'presence': {
      const { windows, by } = options as PresenceOptions
      const whole = windows.every(({ from, to }) => isHour(from) && isHour(to))
      return whole ? new Set(['timestamp', 'person', ...by]) : null
    }
    case 'lifecycle': {
      const { edges } = options as LifecycleOptions
      const bounds = [...edges, ...periodBounds(options as LifecycleOptions)]
      return bounds.every(isHour) ? new Set(['timestamp', 'person']) : null
    }
    case 'cohorts': {
      const { edges, starts, returns, by } = options as CohortsOptions
      const needed = new Set(['timestamp', 'person'])
      const conditions = [starts, returns].filter((one) => one !== null)
      // A breakdown is by the first event, which a rollup does not know.
      const whole = by.length === 0 && edges.every(isHour) && conditions.every((one) => fits(one, needed))
      return whole ? needed : null
    }
    default:
      return null
  }
}
