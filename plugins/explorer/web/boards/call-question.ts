import { addressOf, type Call } from '../api/call.js'
import { breakdownName } from '../question/breakdown.js'
import { metricName } from '../question/metric-picker.js'
import { chartText, looks, optionCodecs } from '../charts/options.js'
import { query } from '../router/location.js'
import type { Question } from './types.js'

/** A request as a saved question. */
export function questionOf(call: Call): Question {
  if (call.method === 'POST') return { path: call.path, body: call.body ?? {} }
  const search = addressOf(call).split('?')[1]
  return { path: call.path, ...(search === undefined ? {} : { query: search }) }
}

/** The title of a request: `DAU by plan`, `Event signup`, or the view's title for a POST. */
export function titleOf({ method, path, query: given }: Call, title: string): string {
  const of = (name: string): string | undefined => given.find(([key]) => key === name)?.[1]
  if (method === 'POST') return title
  const [, rest = ''] = path.split('/api/v1/metrics/')
  const name = rest === 'query' ? (of('metric') ?? '') : rest
  const by = breakdownName(of('breakdown') ?? of('breakdowns') ?? '')
  const event = of('event') ?? of('name')
  const parts = decodeURIComponent(name)
    .split('/')
    .map((part) => metricName(part.replaceAll('-', '_')))
  return [parts.join(': '), event, by === '' ? undefined : `by ${by}`]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
}

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
