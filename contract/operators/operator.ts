import type { OperatorNode, Relation } from '../plan.js'
import type { NativeForm } from './native-form.js'

/** A semantic operator: its name and its reference lowering into the base vocabulary. `lower` is pure. */
export interface OperatorDefinition {
  readonly name: string
  lower(node: OperatorNode): Relation
  /**
   * Faster forms for single storages, by the value of STORAGE. One for a storage that no plugin declares is named in
   * the log and not used; if its name is nearly that of another storage, the start fails.
   */
  readonly native?: Readonly<Record<string, NativeForm>>
}
