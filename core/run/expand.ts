import {
  mapInputs,
  PlanError,
  unknownName,
  type AnalyticsStore,
  type OperatorDefinition,
  type OperatorNode,
  type Relation,
} from '../../contract/index.js'

/** Lowerings nested deeper than this count as infinite recursion. */
const maxNesting = 32

/** The operators that a store compiles itself. */
export type NativeSupport = Pick<AnalyticsStore, 'native' | 'fits'>

/**
 * Replaces every operator that the store does not compile itself by its lowering, also inside other operators' inputs and
 * lowerings. Unchanged relations are returned as they are, and a relation used twice stays one object.
 */
export function expand(
  plan: Relation,
  store: NativeSupport,
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
    if (relation.kind === 'operator' && !isNative(store, relation))
      return visit(lower(relation, nesting), nesting + 1)
    return mapInputs(relation, (input) => visit(input, nesting))
  }

  function lower(relation: Relation & { kind: 'operator' }, nesting: number): Relation {
    const operator = operators.get(relation.operator)
    if (!operator) throw new PlanError(unknownName('operator', relation.operator, [...operators.keys()]))
    if (nesting >= maxNesting)
      throw new PlanError(`the lowering of operator ${relation.operator} does not terminate`)
    return operator.lower(relation)
  }

  return visit(plan, 0)
}

const isNative = ({ native, fits }: NativeSupport, node: OperatorNode): boolean =>
  native.has(node.operator) && fits?.(node) !== false
