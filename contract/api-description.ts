import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.js'
import type { JsonValue } from './json.js'
import type { AnswerKind, MetricKind } from './metric-kind.js'
import type { RouteDefinition } from './route.js'
import type { RouteExample } from './route-example.js'
import { serviceRef } from './service-ref.js'
import type { SourceName } from './sources.js'

/** A route of the service as data: one that a plugin declares, one of a metric or query, or one of the core. */
export interface DescribedRoute {
  /** `core` for a route of the core. */
  readonly plugin: string
  /** The access is that under the service's settings. */
  readonly definition: Omit<RouteDefinition<TObject, TObject, TSchema>, 'handle'>
  /** Every error that the route may answer. */
  readonly errors: readonly ErrorCode[]
  /** The headers of its successes, by name. */
  readonly headers: Readonly<Record<string, DescribedHeader>>
  /** Empty if the plugin declares none. */
  readonly example: RouteExample
}

export interface DescribedHeader {
  readonly description: string
  readonly schema: JsonValue
}

/** A metric as data: all that a form for it requires. */
export interface DescribedMetric {
  readonly key: string
  /** The name that people read: `Active people per day`. */
  readonly title: string
  readonly path: string
  readonly summary: string
  readonly unit: string
  readonly kind: MetricKind
  readonly answer: AnswerKind
  readonly source: SourceName
  /** The notation of the key's argument; null if it takes none. */
  readonly argument: string | null
  /** The path of the persons behind its figures; null if it has none. */
  readonly people: string | null
  /** The names that conditions and the breakdown accept. */
  readonly fields: readonly string[]
  /** A JSON schema of all its parameters; one with a default is not required. */
  readonly parameters: TSchema
}

/** The service's API as data: what all plugins and the core declare. */
export interface ApiDescription {
  /** In matching order. */
  routes(): readonly DescribedRoute[]
  /** In registration order. */
  metrics(): readonly DescribedMetric[]
}

/**
 * The service that describes the API. The core supplies it, so that a plugin can describe all routes and
 * metrics, as the plugin `openapi` does. Call its methods on demand: each computes its answer once.
 */
export const apiDescription = serviceRef<ApiDescription>('apiDescription')
