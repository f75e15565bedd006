import { PlanError, type OperatorDefinition, type Relation } from '../contract/index.js'

/** Lowerings inside lowerings deeper than this are taken for one that never ends. */
const maxNesting = 32

/**
 * The plan with every operator that is not native replaced by its lowering, also inside other operators' inputs and
 * lowerings. What nothing changes in is returned as it is, and a relation used twice stays one.
 */
export function expand(
  plan: Relation,
  native: ReadonlySet<string>,
  operators: ReadonlyMap<string, OperatorDefinition>,
): Relation {
  const done = new Map<Relation, Relation>()

  function visit(relation: Relation, nesting: number): Relation {
    const known = done.get(relation)
    if (known) return known
    const result = replace(relation, nesting)
    done.set(relation, result)
    return result
  }

  function replace(relation: Relation, nesting: number): Relation {
    switch (relation.kind) {
      case 'scan':
      case 'spine':
        return relation
      case 'where':
      case 'derive':
      case 'select':
      case 'aggregate':
      case 'window':
      case 'sort': {
        const input = visit(relation.input, nesting)
        return input === relation.input ? relation : Object.freeze({ ...relation, input })
      }
      case 'join': {
        const left = visit(relation.left, nesting)
        const right = visit(relation.right, nesting)
        if (left === relation.left && right === relation.right) return relation
        return Object.freeze({ ...relation, left, right })
      }
      case 'union': {
        const inputs = visitAll(relation.inputs, nesting)
        return inputs === relation.inputs ? relation : Object.freeze({ ...relation, inputs })
      }
      case 'operator': {
        if (!native.has(relation.operator)) return visit(lower(relation, nesting), nesting + 1)
        const inputs = visitAll(relation.inputs, nesting)
        return inputs === relation.inputs ? relation : Object.freeze({ ...relation, inputs })
      }
    }
  }

  function visitAll(relations: readonly Relation[], nesting: number): readonly Relation[] {
    const visited = relations.map((relation) => visit(relation, nesting))
    return visited.every((relation, index) => relation === relations[index]) ? relations : visited
  }

  function lower(relation: Relation & { kind: 'operator' }, nesting: number): Relation {
    const operator = operators.get(relation.operator)
    if (!operator)
      throw new PlanError(
        `unknown operator ${relation.operator}; known are ${[...operators.keys()].join(', ')}`,
      )
    if (nesting >= maxNesting) throw new PlanError(`the lowering of operator ${relation.operator} never ends`)
    return operator.lower(relation)
  }

  return visit(plan, 0)
}
