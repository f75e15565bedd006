import type { Call } from '../api/call.js'
import { ownParameters, type Metric } from '../data/metrics.js'
import { matchPath } from '../router/view.js'
import type { SeriesSpec } from './series.js'

/** The series that a request of a metric asks for, without its filters; null for any other request. */
export function seriesOfCall(
  { method, path, query }: Call,
  metrics: readonly Metric[],
): { readonly spec: SeriesSpec; readonly metric: Metric } | null {
  if (method !== 'GET') return null
  const given = new Map(query)
  const found = metrics.flatMap((metric) => {
    const inPath = matchPath(metric.path, path)
    return inPath === null ? [] : [{ metric, inPath }]
  })
  // /events/custom is a path of its own, and no name in /events/:name.
  const [best] = found.sort((a, b) => Object.keys(a.inPath).length - Object.keys(b.inPath).length)
  if (best === undefined) return null
  const { metric, inPath } = best
  const own = ownParameters(metric).flatMap(({ name }) => {
    const value = inPath[name] ?? given.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const isEvent =
    given.get('conditions[0][field]') === 'event_name' && given.get('conditions[0][op]') === 'eq'
  const event = isEvent ? given.get('conditions[0][value]') : undefined
  return {
    metric,
    spec: {
      metric: metric.key,
      ...(own.length === 0 ? {} : { params: Object.fromEntries(own) }),
      ...(event === undefined ? {} : { event }),
    },
  }
}
