import { pushMetrics, pushTimeseries } from 'prometheus-remote-write'
import t from 'tap'
import { clientService, quietly } from './client-service.js'
import { clickHouse, postgres } from '../support/every-store.js'
import { memory } from '../support/named-store.js'

const hour = 3_600_000
const at = Math.floor(Date.now() / hour) * hour - 12 * hour
const minute = (n: number): number => at + n * 60_000

const series = (__name__: string, labels: Readonly<Record<string, string>>, ...values: number[]) => ({
  labels: { __name__, ...labels },
  samples: values.map((value, index) => ({ value, timestamp: minute(index) })),
})
const stale = Buffer.from('7ff0000000000002', 'hex').readDoubleBE()

for (const store of [memory, clickHouse, postgres])
  await t.test(`prometheus-remote-write on ${store.name}`, async (t) => {
    const told = quietly(t)
    const fixture = await clientService(t, store)
    const options = {
      url: `${fixture.base}/prometheus/api/v1/write`,
      auth: { username: fixture.key, password: 'unused' },
      labels: { job: 'api', instance: 'web-1:9100' },
    }
    const push = async (...given: ReturnType<typeof series>[]): Promise<number> =>
      (await pushTimeseries(given, options)).status
    const ask = async (name: string, fn: string, query: Readonly<Record<string, string>> = {}) => {
      const answer = await fixture.service.call('GET', '/api/v1/metrics/infrastructure', {
        workspace: fixture.id,
        query: { range: '24h', granularity: 'hourly', name, fn, ...query },
      })
      return Number(answer.body.data.total)
    }
    const scrape = [
      series('requests_total', { code: '200' }, 100, 150, 20, 25),
      series('temperature', { room: 'a' }, 20, 22, stale),
      ...['0.1', '1', '+Inf'].map((le, index) =>
        series('duration_seconds_bucket', { le }, 10 * (index + 1), 20 * (index + 1)),
      ),
      series('duration_seconds_sum', {}, 12, 30),
      series('duration_seconds_count', {}, 30, 60),
    ]
    t.equal(await push(...scrape), 204)
    t.equal(await push(...scrape), 204, 'sent again it counts once')
    fixture.failNext('after')
    t.equal(await push(series('temperature', { room: 'b' }, 30)), 503)
    t.equal(await push(series('temperature', { room: 'b' }, 30)), 204)
    t.strictSame(
      await Promise.all([
        ask('requests_total', 'sum'),
        ask('requests_total', 'count'),
        ask('temperature', 'avg'),
        ask('temperature', 'count'),
        ask('duration_seconds', 'count'),
        ask('duration_seconds', 'sum'),
        ask('duration_seconds', 'p50'),
        ask('duration_seconds_count', 'sum'),
      ]),
      [75, 4, 24, 3, 30, 18, 0.55, 30],
    )
    const only = {
      'conditions[0][field]': 'labels.room',
      'conditions[0][op]': 'eq',
      'conditions[0][value]': 'b',
    }
    t.equal(await ask('temperature', 'avg', only), 30)
    const places = await ask('temperature', 'count', {
      'conditions[0][field]': 'service',
      'conditions[0][op]': 'eq',
      'conditions[0][value]': 'api',
      'conditions[1][field]': 'source',
      'conditions[1][op]': 'eq',
      'conditions[1][value]': 'web-1:9100',
    })
    t.equal(places, 3)
    t.equal((await pushMetrics({ queue_size: 7 }, options)).status, 204)
    t.equal(await ask('queue_size', 'last'), 7)
    const refused = await pushTimeseries([series('x', { long: 'x'.repeat(501) }, 1)], options)
    t.match(refused, { status: 422, errorMessage: /label names and values must not be longer/ })
    t.strictSame(told(), [])
  })
