import type { PageDefinition } from '../contract/index.js'
import type { Registered } from '../core/kernel/registries.js'

/** A page with the addresses of its files, which contain a hash of their content. */
export interface ServedPage extends Registered<PageDefinition> {
  readonly module: string
  readonly styles: readonly string[]
}
