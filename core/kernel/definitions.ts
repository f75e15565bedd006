import type { TObject, TSchema } from 'typebox'
import type { MetricDefinition, QueryDefinition, RouteDefinition } from '../contract/index.js'

/** Definitions of any parameters: what the core holds once their own types have done their work. */
export type AnyMetric = MetricDefinition<TObject>
export type AnyQuery = QueryDefinition<TObject>
export type AnyRoute = RouteDefinition<TObject, TObject, TSchema>
