import type { Ask } from '../contract/index.js'
import type { AnyRoute } from '../kernel/definitions.js'
import type { CoreParts } from './core-parts.js'
import type { ValidInput } from './context.js'

/** What a handler of the core gets: what a plugin's gets, the conditions, and its headers. */
export interface CoreInput extends ValidInput {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * A route as the core compiles it. The core's own have two things plugins' have not: conditions in the query string,
 * and the parts of the service behind it.
 */
export interface CoreRoute {
  readonly plugin: string
  readonly definition: Omit<AnyRoute, 'handle'>
  readonly conditions?: true
  handle(ask: Ask, input: CoreInput, core: CoreParts): Promise<unknown>
}
