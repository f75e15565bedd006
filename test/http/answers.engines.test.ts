import t from 'tap'
import '../support/every-store.js'
import { partTopics } from './answers-parts.js'
import { rowTopics } from './answers-rows.js'
import { timeTopics } from './answers-time.js'
import { openTopics, type Point, type Query } from './topic.js'

const day = 86_400_000
const topic = await openTopics(t)
await timeTopics(topic)
await partTopics(topic)
await rowTopics(topic)

/** The parameters that each metric requires beyond the common ones, and other notations of its key. */
const needs: Readonly<Record<string, Query>> = {
  event: { name: 'e' },
  event_raw: { name: 'e' },
  events_properties: { event: 'e', property: 'plan' },
  events_custom: { property: 'n' },
  first_time: { event: 'e' },
  per_actor: { event: 'e' },
  segment: { segment: 'returning' },
  metric: { name: 'e' },
}
/** Metrics for which 30 empty days are not 30 points: three states a week. */
const points: Readonly<Record<string, number>> = { events_properties: 0, metric: 0, lifecycle: 15 }
/** Without it no person's first time would be in the last days. */
const everBefore: Readonly<Record<string, Query>> = { first_time: { lookback_days: '0' } }
const keys: Readonly<Record<string, readonly [string, Query]>> = {
  'event:e': ['event', { name: 'e' }],
  'event_raw:e': ['event_raw', { name: 'e' }],
  'events_custom:avg': ['events_custom', { property: 'n', metric: 'avg' }],
  'first_time:e': ['first_time', { event: 'e' }],
  'segment:returning': ['segment', { segment: 'returning' }],
  'per_actor:max': ['per_actor', { event: 'e', metric: 'max' }],
  'top_logs:service': ['top_logs', { field: 'service' }],
  'metric:e': ['metric', { name: 'e' }],
  'metric:e:p95': ['metric', { name: 'e', fn: 'p95' }],
}

await topic(
  'the list of metrics, and any by its key',
  '2024-05-10T12:00:00Z',
  async (t, { service, ingestKey, send, ask }) => {
    interface Listed {
      readonly key: string
      readonly path: string
      readonly answer: 'series' | 'top' | 'page' | 'list'
      readonly source: string
      readonly argument: string | null
      readonly parameters: {
        readonly properties: Readonly<Record<string, unknown>>
        readonly required?: readonly string[]
      }
    }
    const listed = (await ask('')).data as readonly Listed[]
    t.strictSame(
      listed.map(({ key }) => key),
      [...service.service.registry.metrics.keys()],
    )
    const routeOf = ({ path }: Listed, given: Query): [string, Query] => {
      const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
      const route = path
        .replace('/api/v1/metrics/', '')
        .replaceAll(/:(\w+)/g, (_, name: string) => given[name] ?? '')
      return [route, Object.fromEntries(Object.entries(given).filter(([name]) => !inPath.has(name)))]
    }
    const empty = { series: 0, top: 0, page: 0 }
    for (const metric of listed) {
      const given = needs[metric.key] ?? {}
      t.strictSame(metric.parameters.required ?? [], Object.keys(given), `${metric.key} tells what it needs`)
      for (const name of ['range', 'granularity', 'timezone', 'breakdown', 'breakdown_limit', 'compare'])
        t.ok(name in metric.parameters.properties, `${metric.key} takes ${name}`)
      const [route, query] = routeOf(metric, given)
      const body = await ask(route, query)
      if (metric.answer === 'list') {
        const known = (body as unknown as readonly { users?: number }[]).filter(({ users }) => users !== 0)
        t.strictSame(known, [], `${metric.key} of nothing is empty`)
        continue
      }
      const { data } = body
      if (metric.answer === 'series') {
        const flat = new Set([
          data.total,
          data.min,
          data.max,
          data.avg,
          ...data.points.map((point: Point) => point.value),
        ])
        t.strictSame([...flat], [empty.series], `${metric.key} of nothing is 0`)
        t.equal(data.points.length, points[metric.key] ?? 30)
      } else t.strictSame(data, [], `${metric.key} of nothing is empty`)
    }
    await send(
      Array.from({ length: 40 }, (_, n) => ({
        event: n % 3 ? 'e' : 'f',
        device_id: `d${n % 11}`,
        session_id: `s${Math.floor(n / 2)}`,
        ...(n % 11 < 4 ? { user_id: `u${n % 11}` } : {}),
        timestamp: Date.parse('2024-05-10T11:00:00Z') - n * 0.8 * day,
        country: n % 2 ? 'DE' : 'FR',
        properties: { n, plan: n % 4 },
      })),
    )
    await service.call('POST', '/v1/logs', {
      token: ingestKey,
      body: Array.from({ length: 40 }, (_, n) => ({
        level: n % 2 ? 'error' : 'info',
        service: n % 3 ? 'api' : 'web',
        message: { n, text: 'm' },
        timestamp: Date.parse('2024-05-10T11:00:00Z') - n * 0.8 * day,
      })),
    })
    await service.call('POST', '/v1/metrics', {
      token: ingestKey,
      body: Array.from({ length: 40 }, (_, n) => ({
        name: 'e',
        value: n + 1,
        service: n % 3 ? 'api' : 'web',
        labels: { n: n % 4 },
        timestamp: Date.parse('2024-05-10T11:00:00Z') - n * 0.8 * day,
      })),
    })
    const conditionOf: Readonly<Record<string, readonly [string, string, string]>> = {
      events: ['properties.n', 'lt', '20'],
      logs: ['message.n', 'lt', '20'],
      metrics: ['labels.n', 'ne', '3'],
    }
    const commonOf = (source: string): readonly Query[] => [
      {},
      { range: '2024-04-20,2024-05-10', granularity: 'weekly', timezone: 'Asia/Tokyo' },
      {
        range: '7d',
        compare: 'previous',
        breakdown: source === 'events' ? 'country' : 'service',
        breakdown_limit: '1',
      },
      {
        range: '30d',
        'conditions[0][field]': conditionOf[source]?.[0] ?? '',
        'conditions[0][op]': conditionOf[source]?.[1] ?? '',
        'conditions[0][value]': conditionOf[source]?.[2] ?? '',
      },
    ]
    let something = 0
    for (const metric of listed)
      for (const more of commonOf(metric.source)) {
        const given = { ...needs[metric.key], ...everBefore[metric.key], ...more }
        const [route, query] = routeOf(metric, given)
        const own = await ask(route, query)
        t.strictSame(
          await ask('query', { metric: metric.key, ...given }),
          own,
          `${metric.key} ${JSON.stringify(more)}`,
        )
        const { data = own } = own
        if (data.total > 0 || data.length > 0) something++
      }
    t.equal(something, listed.length * commonOf('').length, 'none of these answers is empty')
    for (const [written, [key, given]] of Object.entries(keys)) {
      const metric = listed.find((one) => one.key === key)!
      const [route, query] = routeOf(metric, given)
      const rest = Object.fromEntries(
        Object.entries(given).filter(([name]) => metric.argument?.split(':').includes(name) !== true),
      )
      t.strictSame(await ask('query', { metric: written, ...rest }), await ask(route, query), written)
    }
  },
)
