import type { OperatorNode, Relation } from '../plan.js'
import type { NativeForm } from './native-form.js'

/** A semantic operator: its name and its reference lowering into the base vocabulary. `lower` is pure. */
export interface OperatorDefinition {
  readonly name: string
  lower(node: OperatorNode): Relation
  /** Faster forms for single storages, by the value of STORAGE. One for a storage that is not loaded is ignored. */
  readonly native?: Readonly<Record<string, NativeForm>>
}
