import { get } from '../api/call.js'
import type { Data } from '../api/types.js'
import { peekShared, sharedPart, useShared, type Shared } from '../api/use-shared.js'

export type AnswerKind = 'series' | 'top' | 'page' | 'list'

/** The JSON Schema of a metric's parameter. */
export interface ParameterSchema {
  readonly type?: string
  readonly default?: unknown
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly { readonly const?: unknown }[]
  readonly examples?: readonly unknown[]
}

/** An entry of GET /api/v1/metrics: what it takes to query a metric and to show its answer. */
export interface Metric {
  readonly key: string
  /** Its name for people: “Active people per day”. */
  readonly title: string
  readonly path: string
  readonly summary: string
  readonly unit: string
  readonly kind: 'count' | 'distinct' | 'ratio' | 'duration' | 'value' | 'rows'
  readonly answer: AnswerKind
  readonly source: string
  /** The argument of the key (`name`, `name:fn`); null if it takes none. */
  readonly argument: string | null
  /** The path of the people behind its numbers; null if there is none. */
  readonly people: string | null
  readonly fields: readonly string[]
  readonly parameters: {
    readonly properties: Readonly<Record<string, ParameterSchema>>
    readonly required?: readonly string[]
  }
}

const metricsCall = get('/api/v1/metrics')

/** Every metric of the service, including those of plugins. */
export const useMetrics = (): Shared<readonly Metric[]> =>
  sharedPart(useShared<Data<readonly Metric[]>>(metricsCall), ({ data }) => data)

/** The same without waiting: empty until they are loaded. */
export const loadedMetrics = (): readonly Metric[] =>
  peekShared<Data<readonly Metric[]>>(metricsCall)?.data ?? []

/** Parameters that all metrics share; other controls set them. */
const common: ReadonlySet<string> = new Set([
  'range',
  'timezone',
  'week_start',
  'filter',
  'breakdown',
  'breakdowns',
  'breakdown_bins',
  'filter',
  'breakdown_limit',
  'audience',
  'compare',
  'granularity',
  'limit',
  'offset',
  'count_total',
])

export interface OwnParameter extends ParameterSchema {
  readonly name: string
  readonly required: boolean
}

/** The parameters of a metric apart from those that all metrics share. */
export const ownParameters = ({
  parameters: { properties, required = [] },
}: Metric): readonly OwnParameter[] =>
  Object.entries(properties)
    .filter(([name]) => !common.has(name))
    .map(([name, schema]) => ({ ...schema, name, required: required.includes(name) }))
