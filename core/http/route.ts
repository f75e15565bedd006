import type { Ask } from '../contract/index.js'
import type { AnyRoute } from '../kernel/definitions.js'
import type { CoreDependencies } from './core-dependencies.js'
import type { ValidInput } from './context.js'

/** The input of a core route's handler: a plugin's input, and the conditions. */
export interface CoreInput extends ValidInput {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly queryString: string
}

/** A route as the core compiles it. The core's own routes have access to the parts of the service. */
export interface CoreRoute {
  readonly plugin: string
  readonly definition: Omit<AnyRoute, 'handle'>
  /** Returns the key of the metric or query that a request asks. */
  readonly asks?: (query: object) => string
  handle(ask: Ask, input: CoreInput, core: CoreDependencies): Promise<unknown>
}
