import { columnsOf, type Expr, type OperatorNode, type Relation, type Row } from '../../contract/index.js'
import { aggregateRows } from './aggregate.js'
import { evaluateBreakdown } from './breakdown.js'
import { mustBeLowered } from './check-operator.js'
import { condition, evaluator } from './evaluate-expr.js'
import { joinRows } from './join.js'
import { evaluateLifecycle } from './lifecycle.js'
import { evaluatePresence } from './presence.js'
import { sortRows } from './rows.js'
import { scanRows } from './scan.js'
import { windowRows } from './window.js'
import type { WorkspaceData } from './workspace-data.js'

/** The semantic operators that are evaluated by their definitions; all others must be lowered first. */
export const operators: Readonly<
  Record<string, (node: OperatorNode, input: readonly Row[]) => readonly Row[]>
> = { presence: evaluatePresence, lifecycle: evaluateLifecycle, breakdown: evaluateBreakdown }

/**
 * The rows of a relation over a workspace's data. Each case is the definition
 * of its node in docs/operators.md. The plan has passed checkPlan. Throws
 * PlanError for an operator that must be lowered first.
 */
export function evaluateRelation(relation: Relation, data: WorkspaceData): readonly Row[] {
  const rowsOf = (input: Relation): readonly Row[] => evaluateRelation(input, data)
  switch (relation.kind) {
    case 'scan':
      return scanRows(data, relation.source, relation.from, relation.to)
    case 'where':
      return rowsOf(relation.input).filter(condition(relation.condition))
    case 'derive': {
      const derived = project(relation.columns)
      return rowsOf(relation.input).map((row) => ({ ...row, ...derived(row) }))
    }
    case 'select':
      return rowsOf(relation.input).map(project(relation.columns))
    case 'aggregate':
      return aggregateRows(relation, rowsOf(relation.input))
    case 'window':
      return windowRows(relation, rowsOf(relation.input))
    case 'join': {
      const dropped = new Set(relation.on.map((key) => key.right))
      const added = Object.keys(columnsOf(relation.right)).filter((name) => !dropped.has(name))
      return joinRows(relation, rowsOf(relation.left), rowsOf(relation.right), added)
    }
    case 'union':
      return relation.inputs.flatMap(rowsOf)
    case 'spine':
      return Array.from({ length: relation.count }, (_, index) => ({ [relation.column]: index }))
    case 'sort': {
      const sorted = sortRows(rowsOf(relation.input), relation.keys)
      const end = relation.limit === null ? sorted.length : relation.offset + relation.limit
      return sorted.slice(relation.offset, end)
    }
    case 'operator': {
      const [input] = relation.inputs
      const evaluate = operators[relation.operator]
      if (evaluate === undefined || input === undefined) throw mustBeLowered(relation.operator)
      return evaluate(relation, rowsOf(input))
    }
  }
}

function project(columns: Readonly<Record<string, Expr>>): (row: Row) => Row {
  const evaluators = Object.entries(columns).map(([name, expr]) => [name, evaluator(expr)] as const)
  return (row) => Object.fromEntries(evaluators.map(([name, evaluate]) => [name, evaluate(row)]))
}
