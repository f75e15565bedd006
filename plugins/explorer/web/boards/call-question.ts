import { addressOf, type Call } from '../api/call.js'
import { loadedMetrics } from '../data/metrics.js'
import { breakdownName } from '../question/breakdown.js'
import { seriesName } from '../question/series.js'
import { seriesOfCall } from '../question/series-of-call.js'
import { metricName } from '../data/metric-name.js'
import { query } from '../router/location.js'
import type { Question } from './types.js'

/** A request as a saved question. */
export function questionOf(call: Call): Question {
  if (call.method === 'POST') return { path: call.path, body: call.body ?? {} }
  const search = addressOf(call).split('?')[1]
  return { path: call.path, ...(search === undefined ? {} : { query: search }) }
}

/** The title of a request: `Active people per day by plan`, `signup · total`, or the view's title for a POST. */
export function titleOf(call: Call, title: string): string {
  if (call.method === 'POST') return title
  const { query: given } = call
  const of = (name: string): string => given.find(([key]) => key === name)?.[1] ?? ''
  const series = seriesOfCall(call, loadedMetrics())
  const name = series === null ? wordsOfPath(call.path) : seriesName(series.spec, series.metric.title)
  const by = breakdownName(of('breakdown') || of('breakdowns'))
  return by === '' ? name : `${name} by ${by}`
}

/** `/api/v1/metrics/events/top` is “Events: Top”. */
const wordsOfPath = (path: string): string =>
  decodeURIComponent(path.split('/api/v1/metrics/')[1] ?? '')
    .split('/')
    .map((part) => metricName(part.replaceAll('-', '_')))
    .join(': ')

/** The chart type that the view has in its address; `auto` if it has none. */
export const lookOf = (): string => {
  const look = query.peek().get('look')
  return look !== null && /^(line|area|bar|number|table)$/.test(look) ? look : 'auto'
}

/** The size of a new tile in columns and rows of the grid. */
export const sizeOf = (chart: string) =>
  chart === 'number' ? { width: 3, height: 2 } : { width: 6, height: 5 }
