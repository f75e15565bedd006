import t from 'tap'
import { createClient, type Client, type Schemas } from './index.js'

/** What must compile, and what must not: the compiler reports each `@ts-expect-error` without an error. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Takes a value of exactly this type. */
const exactly =
  <Expected>() =>
  <Actual>(value: Actual, ...same: Same<Actual, Expected> extends true ? [] : [never]): unknown => [
    value,
    same,
  ]

/** Never called. */
function accepted(client: Client): readonly unknown[] {
  const steps = [{ event: 'a' }, { event: 'b' }]
  return [
    exactly<Promise<Schemas['SeriesResponse']>>()(client.get('/api/v1/metrics/dau')),
    exactly<Promise<Schemas['FunnelResponse']>>()(client.post('/api/v1/funnels', { body: { steps } })),
    exactly<Promise<undefined>>()(client.delete('/api/v1/marks/{id}', { path: { id: 'mrk_1' } })),
    exactly<Promise<Schemas['Acknowledgement']>>()(
      client.post('/v1/logs', { body: [{ level: 'info', message: 'a' }] }),
    ),
    exactly<Promise<string>>()(client.get('/metrics')),
    exactly<Promise<Schemas['SqlResult']>>()(
      client.post('/api/v1/data/query', { body: { query: 'SELECT 1', format: 'json' } }),
    ),
    exactly<AsyncGenerator<Schemas['ListedUser'], void, undefined>>()(
      client.rows('get', '/api/v1/admin/users', { query: { role: 'viewer' } }),
    ),
    exactly<AsyncGenerator<Record<string, unknown>, void, undefined>>()(
      client.rows('get', '/api/v1/metrics/dau/people', { query: { range: '7d' } }),
    ),
    exactly<AsyncGenerator<{ n: number }, void, undefined>>()(
      client.sql<{ n: number }>({ query: 'SELECT count() AS n FROM events_v1', limit: 1 }),
    ),
    client.sql({ query: 'SELECT {ids:Array(Int64)}', parameters: { ids: [1, '2'] } }),
    client.post('/v1/events', { body: '{}\n', headers: { 'Content-Type': 'application/x-ndjson' } }),
    client.get('/api/v1/metrics/dau', { workspace: 'ws_1', signal: AbortSignal.timeout(1000) }),
    // @ts-expect-error another type than expected is seen
    exactly<Promise<string>>()(client.get('/api/v1/metrics/dau')),
  ]
}

/** Never called. */
function rejected(client: Client): readonly unknown[] {
  return [
    // @ts-expect-error unknown path
    client.get('/api/v1/metrics/nothing'),
    // @ts-expect-error the path has no such method
    client.post('/api/v1/metrics/dau'),
    // @ts-expect-error unknown parameter
    client.get('/api/v1/metrics/dau', { query: { rang: '7d' } }),
    // @ts-expect-error wrong type of a parameter
    client.get('/api/v1/metrics/dau', { query: { breakdown_limit: 'ten' } }),
    // @ts-expect-error unknown operator
    client.get('/api/v1/metrics/dau', { query: { conditions: [{ field: 'plan', op: 'like' }] } }),
    // @ts-expect-error the name in the path is required
    client.get('/api/v1/metrics/event/{name}'),
    // @ts-expect-error the body is required
    client.post('/api/v1/funnels'),
    // @ts-expect-error a member of the body is required
    client.post('/api/v1/boards', { body: { description: 'What we sell' } }),
    // @ts-expect-error unknown member of the body
    client.post('/api/v1/funnels', { body: { steps: [{ event: 'a' }, { event: 'b' }], stepz: [] } }),
    // @ts-expect-error the value of a parameter is no object
    client.sql({ query: 'SELECT {a:String}', parameters: { a: {} } }),
    // @ts-expect-error a GET has no body
    client.get('/api/v1/metrics/dau', { body: {} }),
    // @ts-expect-error the path has no pages
    client.rows('get', '/api/v1/metrics/dau'),
  ]
}

t.test('the types of calls', async (t) => {
  t.type(accepted, 'function')
  t.type(rejected, 'function')
  t.type(createClient({ url: 'http://localhost' }).get, 'function')
})
