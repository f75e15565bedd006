import type { OperatorNode, Relation } from '../plan.js'

/** A semantic operator: its name and its reference lowering into the base vocabulary. `lower` is pure. */
export interface OperatorDefinition {
  readonly name: string
  lower(node: OperatorNode): Relation
}
