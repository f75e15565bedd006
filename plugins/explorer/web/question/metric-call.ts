import { get, parameters, type Call, type Parameter } from '../api/call.js'
import type { Metric } from '../data/metrics.js'

/** The values of a metric's own parameters, as strings. */
export type MetricParams = Readonly<Record<string, string>>

/** The request for a metric, or (`people`) for the people behind it. Parameters go into the path or the query. */
export function metricCall(
  metric: Metric,
  params: MetricParams,
  asked: readonly Parameter[],
  of: 'answer' | 'people' = 'answer',
): Call {
  const pattern = of === 'people' && metric.people !== null ? metric.people : metric.path
  const inPath = new Set([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const inQuery = Object.fromEntries(Object.entries(params).filter(([name]) => !inPath.has(name)))
  return get(path, [...parameters(inQuery), ...asked])
}

/** The names of required parameters without a value. */
export const missingParams = (
  { parameters: { required = [] } }: Metric,
  params: MetricParams,
): readonly string[] => required.filter((name) => (params[name] ?? '') === '')
