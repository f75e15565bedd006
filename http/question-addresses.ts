import type { SavedRoute } from '../contract/index.js'
import type { AnyMetric, AnyQuery, AnyRoute } from '../core/kernel/definitions.js'
import type { Registry } from '../core/kernel/registries.js'
import { pathOf, peoplePathOf, root, type MetricRouteKind } from './metric-schema.js'

/** A route whose requests may be saved. */
export interface SavableRoute {
  readonly route: AnyRoute
  readonly saved: SavedRoute<unknown>
}

/** The query behind a path: a metric, `null` for any metric by its key, a query, or a route that is one. */
export type Addressed =
  | { readonly of: MetricRouteKind; readonly metric: AnyMetric | null }
  | { readonly of: 'query'; readonly query: AnyQuery }
  | ({ readonly of: 'route' } & SavableRoute)

export interface FoundAddress {
  readonly asks: Addressed
  /** The parameters in the path, decoded. */
  readonly params: Readonly<Record<string, string>>
}

interface Pattern {
  readonly method: 'GET' | 'POST'
  readonly parts: readonly string[]
  readonly asks: Addressed
}

/** Finds the query at a path, as the route table would; null if there is none. */
export function questionAddresses({ metrics, queries, routes }: Registry) {
  const ofMetrics = [...metrics.values()].flatMap(({ definition: metric }) => [
    pattern('GET', `${root}/${pathOf(metric)}`, { of: 'answer', metric }),
    ...(metric.people === undefined
      ? []
      : [pattern('GET', `${root}/${peoplePathOf(metric)}`, { of: 'people', metric })]),
  ])
  const patterns = [
    pattern('GET', `${root}/query`, { of: 'answer', metric: null }),
    pattern('GET', `${root}/query/people`, { of: 'people', metric: null }),
    ...ofMetrics,
    ...[...queries.values()].map(({ definition: query }) =>
      pattern('POST', `/api/v1/${query.path}`, { of: 'query', query }),
    ),
    ...routes.flatMap(({ definition: route }) =>
      route.saved === undefined
        ? []
        : [pattern('POST', route.path, { of: 'route', route, saved: route.saved })],
    ),
  ]
  return (method: Pattern['method'], path: string): FoundAddress | null => {
    const parts = partsOf(path)
    if (parts === null) return null
    const fitting = patterns.filter((one) => one.method === method && fits(one.parts, parts))
    const [first] = fitting.sort((a, b) => variables(a) - variables(b))
    return first === undefined ? null : { asks: first.asks, params: paramsIn(first.parts, parts) }
  }
}

const pattern = (method: Pattern['method'], path: string, asks: Addressed): Pattern => ({
  method,
  parts: path.split('/'),
  asks,
})

function partsOf(path: string): readonly string[] | null {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return null
  }
}

const isVariable = (part: string): boolean => part.startsWith(':')
const variables = ({ parts }: Pattern): number => parts.filter(isVariable).length

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((wanted, index) => (isVariable(wanted) ? parts[index] !== '' : wanted === parts[index]))

const paramsIn = (pattern: readonly string[], parts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pattern.flatMap((wanted, index) => (isVariable(wanted) ? [[wanted.slice(1), parts[index] ?? '']] : [])),
  )
