import { addressOf, type Call } from '../api/call.js'
import { loadedMetrics } from '../data/metrics.js'
import { breakdownName } from '../question/breakdown.js'
import { chartText, looks, optionCodecs } from '../charts/options.js'
import { metricName } from '../data/metric-name.js'
import { seriesName } from '../question/series.js'
import { seriesOfCall } from '../question/series-of-call.js'
import { query } from '../router/location.js'
import type { Question } from './types.js'
import { boardsText } from '../text/boards.js'

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
  return by === '' ? name : boardsText.nameByBy(name, by)
}

/** `/api/v1/metrics/events/top` is “Events: Top”. */
const wordsOfPath = (path: string): string =>
  decodeURIComponent(path.split('/api/v1/metrics/')[1] ?? '')
    .split('/')
    .map((part) => metricName(part.replaceAll('-', '_')))
    .join(': ')

/** The chart type with its options that the view has in its address; `auto` if it has none. */
export const lookOf = (): string => {
  const given = query.peek()
  const look = looks.find((one) => one === given.get('look')) ?? 'auto'
  const { scale, stack, smooth } = optionCodecs
  return chartText(look, {
    scale: scale.read(given.get('scale')),
    stack: stack.read(given.get('stack')),
    smooth: smooth.read(given.get('smooth')),
  })
}

/** The size of a new tile in columns and rows of the grid. */
export const sizeOf = (chart: string) =>
  chart === 'number' ? { width: 3, height: 2 } : { width: 6, height: 5 }
