import {
  columnsOf,
  PlanError,
  type AggregateNode,
  type Columns,
  type OperatorNode,
  type Relation,
} from '../../contract/index.js'
import { checkExpr, comparable, expectType, numeric, sameKind } from './check-expr.js'
import { checkMeasure, expectAll } from './check-measure.js'
import { checkOperator } from './check-operator.js'

/**
 * Checks every node of a plan by the rules of docs/operators.md and returns its columns. Throws PlanError.
 */
export function checkPlan(plan: Relation): Columns {
  const columns = checkRelation(plan)
  const keys = Object.keys(columns).filter((name) => columns[name] === 'key')
  if (keys.length > 0) throw new PlanError(`plan must not return keys: ${keys.join(', ')}`)
  return columns
}

function checkRelation(relation: Relation): Columns {
  switch (relation.kind) {
    case 'scan':
    case 'spine':
      break
    case 'where':
      expectType(relation.condition, checkRelation(relation.input), ['bool'], 'where')
      break
    case 'derive':
    case 'select': {
      const input = checkRelation(relation.input)
      for (const expr of Object.values(relation.columns)) checkExpr(expr, input)
      break
    }
    case 'aggregate':
      checkAggregate(relation, checkRelation(relation.input))
      break
    case 'window': {
      const input = checkRelation(relation.input)
      expectAll([...relation.partition, ...relation.order.map((key) => key.by)], input, 'window')
      for (const [name, fn] of Object.entries(relation.columns)) {
        if (Object.hasOwn(input, name)) throw new PlanError(`window: column ${name} already exists`)
        if (fn.kind === 'running-sum' || fn.kind === 'total') expectType(fn.value, input, numeric, fn.kind)
        else if (fn.kind === 'min-before') expectType(fn.value, input, [...numeric, 'time'], fn.kind)
        else checkExpr(fn.value, input)
      }
      break
    }
    case 'join': {
      const [left, right] = [checkRelation(relation.left), checkRelation(relation.right)]
      for (const key of relation.on) {
        const [a, b] = [left[key.left], right[key.right]]
        if (a === undefined || b === undefined || !comparable.includes(a) || !sameKind(a, b))
          throw new PlanError(
            `join: ${key.left} (${a ?? 'missing'}) and ${key.right} (${b ?? 'missing'}) cannot be compared`,
          )
      }
      break
    }
    case 'union': {
      const shapes = relation.inputs.map((input) => JSON.stringify(Object.entries(checkRelation(input))))
      if (new Set(shapes).size > 1)
        throw new PlanError(`union: inputs must have the same columns: ${shapes.join(' | ')}`)
      break
    }
    case 'sort':
      expectAll(
        relation.keys.map((key) => key.by),
        checkRelation(relation.input),
        'sort',
      )
      break
    case 'operator':
      checkInput(relation)
      break
  }
  return columnsOf(relation)
}

function checkAggregate(node: AggregateNode, input: Columns): void {
  expectAll(Object.values(node.by), input, 'aggregate')
  for (const [name, measure] of Object.entries(node.measures)) {
    if (Object.hasOwn(node.by, name))
      throw new PlanError(`aggregate: ${name} must not be both a group and a measure`)
    checkMeasure(measure, input)
  }
  const seen = new Set<string>()
  for (const set of node.sets ?? []) {
    for (const name of set)
      if (!Object.hasOwn(node.by, name)) throw new PlanError(`aggregate: unknown group ${name}`)
    const identity = JSON.stringify([...new Set(set)].sort())
    if (seen.has(identity)) throw new PlanError(`aggregate: duplicate set (${set.join(', ')})`)
    seen.add(identity)
  }
}

function checkInput(node: OperatorNode): void {
  const [input] = node.inputs
  if (input === undefined) throw new PlanError(`operator ${node.operator} requires an input`)
  checkOperator(node, checkRelation(input))
}
