import type { TObject, TSchema } from 'typebox'
import type {
  ChannelDefinition,
  ImporterDefinition,
  MetricDefinition,
  QueryDefinition,
  RouteDefinition,
} from '../../contract/index.js'

/**
 * Definitions with any parameters: the form in which the core stores them once their own types are checked.
 */
export type AnyMetric = MetricDefinition<TObject>
export type AnyQuery = QueryDefinition<TObject>
export type AnyChannel = ChannelDefinition<TObject>
export type AnyImporter = ImporterDefinition
export type AnyRoute = RouteDefinition<TObject, TObject, TSchema>
