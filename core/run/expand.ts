import { mapInputs, PlanError, type OperatorDefinition, type Relation } from '../contract/index.js'

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
    if (relation.kind === 'operator' && !native.has(relation.operator))
      return visit(lower(relation, nesting), nesting + 1)
    return mapInputs(relation, (input) => visit(input, nesting))
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
