import type { TObject, TSchema } from 'typebox'
import type {
  Ask,
  Handled,
  NoReplySchemas,
  ReplySchemas,
  RouteDefinition,
  RouteStatus,
} from '../contract/index.js'
import type { AnyRoute } from '../core/kernel/definitions.js'
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

interface TypedRoute<
  R extends TSchema,
  S extends RouteStatus,
  O extends ReplySchemas,
  A extends Handled<R, S, O>,
> {
  readonly plugin: string
  readonly definition: Omit<RouteDefinition<TObject, TObject, TSchema, R, S, O>, 'handle'>
  handle(ask: Ask, input: CoreInput, core: CoreDependencies): Promise<A>
}

/** A route of the core whose handler the compiler checks against its schemas, like those of plugins. */
export const coreRoute = <
  R extends TSchema = TSchema,
  S extends RouteStatus = 200,
  O extends ReplySchemas = NoReplySchemas,
  const A extends Handled<R, S, O> = Handled<R, S, O>,
>(
  route: TypedRoute<R, S, O, A>,
): CoreRoute => route
