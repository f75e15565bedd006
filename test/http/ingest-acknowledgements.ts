import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Test } from 'tap'
import type { CallOptions } from '../support/request.js'
import type { Ingestion } from './ingestion.js'

export async function acknowledgements(t: Test, { service, send, key, total }: Ingestion): Promise<void> {
  const requestId = 'my-request.1'
  const good = { event: 'e', device_id: 'd' }
  const all = await send(good, { headers: { 'x-request-id': requestId } })
  t.equal(all.status, 202)
  t.strictSame(all.body, { accepted: 1, request_id: requestId })
  t.equal(all.headers.get('x-request-id'), requestId)
  const some = await service.call('POST', '/v1/events', {
    token: key,
    body: `${JSON.stringify(good)}\n\nnot json\n{"event":"e"}\n${JSON.stringify(good)}\n`,
  })
  t.equal(some.status, 207)
  t.match(some.body, { accepted: 2, rejected: 2, errors: [{ line: 3 }, { line: 4 }], request_id: /^req_/ })
  t.equal(some.headers.get('x-request-id'), some.body.request_id)
  const none = await send([{ event: 'e' }, { device_id: 'd' }])
  t.equal(none.status, 422)
  t.match(none.body, { error: 'VALIDATION_ERROR', details: [{ path: 'line 1' }, { path: 'line 2' }] })
  const array = await service.call('POST', '/v1/events', { token: key, body: JSON.stringify([good, good]) })
  t.equal(array.status, 202)
  t.equal(await total('events'), 5)
  for (const bad of ['', 'a b', 'x'.repeat(129), '<script>']) {
    const answer = await send(good, { headers: { 'x-request-id': bad } })
    t.match(answer.headers.get('x-request-id'), /^req_[\w-]{22}$/)
  }
  for (const [encoding, pack] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    const packed = await send([], {
      body: pack(JSON.stringify(good)),
      headers: { 'content-encoding': encoding },
    })
    t.equal(packed.status, 202, encoding)
  }
  t.equal((await send([], { body: gzipSync(JSON.stringify(good)) })).status, 202, 'gzip that does not say so')
  t.equal(await total('events'), 13)

  const forms: readonly CallOptions[] = [
    { headers: { authorization: `Bearer ${key}` } },
    { headers: { authorization: `bearer ${key}` } },
    { headers: { authorization: `Basic ${btoa(`${key}:`)}` } },
    { headers: { authorization: `Basic ${btoa(`${key}:ignored`)}` } },
    { headers: { 'x-api-key': key } },
    { query: { token: key } },
  ]
  for (const form of forms)
    t.equal((await send(good, { token: null, ...form })).status, 202, JSON.stringify(form).slice(0, 30))
  t.equal(await total('events'), 13 + forms.length)
  t.equal((await send(good, { token: null, query: { token: 'x' } })).status, 401)

  const site = 'https://shop.example'
  const asks = {
    origin: site,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  }
  for (const path of ['/v1/events', '/v1/logs', '/v1/metrics']) {
    const preflight = await service.call('OPTIONS', path, { token: null, headers: asks })
    t.equal(preflight.status, 204)
    t.equal(preflight.headers.get('access-control-allow-origin'), site)
    t.match(preflight.headers.get('access-control-allow-headers'), /authorization/)
    t.equal(preflight.headers.get('access-control-allow-credentials'), null)
  }
  const fromSite = await send(good, { headers: { origin: site } })
  t.equal(fromSite.headers.get('access-control-allow-origin'), site)
  const refused = await send(good, { headers: { origin: site }, token: 'x' })
  t.strictSame(
    [refused.status, refused.headers.get('access-control-allow-origin')],
    [401, site],
    'also errors can be read',
  )
  const metrics = await service.call('OPTIONS', '/api/v1/metrics/dau', { headers: asks })
  t.equal(metrics.headers.get('access-control-allow-origin'), null, 'answers are for nobody else')

  const logs = [
    '{"message":"m"}',
    '{"level":"WARN","message":{"a":1},"service":"s","source":"h","data":{"x":1}}',
  ]
  const logged = await service.call('POST', '/v1/logs', { token: key, body: logs.join('\n') })
  t.match(logged.body, { accepted: 2 })
  const badLog = await service.call('POST', '/v1/logs', {
    token: key,
    body: `${logs.join('\n')}\n{"level":"loud","message":"m"}`,
  })
  t.match([badLog.status, badLog.body], [207, { accepted: 2, rejected: 1, errors: [{ line: 3 }] }])
  await metricPoints(t, { service, key, total })
}

async function metricPoints(
  t: Test,
  { service, key, total }: Pick<Ingestion, 'service' | 'key' | 'total'>,
): Promise<void> {
  const sendPoints = (...lines: readonly object[]) =>
    service.call('POST', '/v1/metrics', {
      token: key,
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
  const once = { name: 'm', value: 1, message_id: 'one' }
  t.match((await sendPoints(once, once, { name: 'm', value: 2 })).body, { accepted: 3 })
  const again = await sendPoints(once, { name: 'm' })
  t.match([again.status, again.body], [207, { accepted: 1, rejected: 1, errors: [{ line: 2 }] }])
  t.equal((await sendPoints({ name: 'm' })).status, 422)
  t.equal(await total('infrastructure', { name: 'm', fn: 'count' }), 2, 'a repeated point counts once')
}
