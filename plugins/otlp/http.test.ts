import fc from 'fast-check'
import t from 'tap'
import type { JsonObject } from '../../contract/index.js'
import { clientService, quietly } from '../../test/clients/client-service.js'
import { memory } from '../../test/support/named-store.js'
import { decode, encode, logsMessage, time } from './test-otlp.js'
import type { Tree } from './tree.js'

/** Random JSON with member names of OTLP, at valid and invalid places. */
const anyJson = (): fc.Arbitrary<Tree> => {
  const names = [
    'resourceLogs',
    'scopeLogs',
    'logRecords',
    'resource',
    'scope',
    'attributes',
    'key',
    'value',
    'body',
    'stringValue',
  ]
    .concat([
      'intValue',
      'kvlistValue',
      'arrayValue',
      'values',
      'timeUnixNano',
      'severityNumber',
      'resourceMetrics',
      'scopeMetrics',
    ])
    .concat([
      'metrics',
      'name',
      'sum',
      'histogram',
      'exponentialHistogram',
      'summary',
      'dataPoints',
      'asInt',
      'count',
      'bucketCounts',
    ])
    .concat([
      'explicitBounds',
      'scale',
      'positive',
      'offset',
      'aggregationTemporality',
      'quantileValues',
      'flags',
      '__proto__',
      '',
    ])
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constant(time),
    fc.integer(),
    fc.constant(1e308),
    fc.constant(-0),
  )
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium' },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 5 }),
    ),
  }))
  return fc.record({
    resourceLogs: fc.array(
      fc.record({ scopeLogs: fc.array(fc.record({ logRecords: fc.array(tree) })), resource: tree }),
    ),
    resourceMetrics: fc.array(
      fc.record({ scopeMetrics: fc.array(fc.record({ metrics: fc.array(tree), scope: tree })) }),
    ),
    resourceSpans: tree,
  })
}

t.test('over HTTP', async (t) => {
  const logged = quietly(t)
  const fixture = await clientService(t, memory)
  const post = async (
    path: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await fetch(`${fixture.base}/otlp/v1/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': fixture.key, ...headers },
      body: body as string,
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      retryAfter: answer.headers.get('retry-after'),
      bytes,
    }
  }
  const json = async (path: string, body: unknown, headers = {}) => {
    const answer = await post(path, typeof body === 'string' ? body : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    })
    return [answer.status, JSON.parse(Buffer.from(answer.bytes).toString()) as JsonObject]
  }
  const record = { timeUnixNano: time, body: { stringValue: 'a' } }
  const request = (...logRecords: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
  t.strictSame(await json('logs', request(record)), [200, {}])
  t.strictSame(await json('logs', JSON.stringify(request(record)), { 'content-type': 'text/plain' }), [
    200,
    {},
  ])
  const future = { ...record, timeUnixNano: '4000000000000000000' }
  t.match(await json('logs', request(record, future, { ...record, timeUnixNano: 'x' })), [
    200,
    {
      partialSuccess: {
        rejectedLogRecords: '2',
        errorMessage: /item 2: timestamp.*; item 3: timeUnixNano|item 3: .*; item 2: /,
      },
    },
  ])
  t.match(await json('logs', { resourceLogs: 5 }), [
    400,
    { code: 3, message: 'resourceLogs must be a list of objects' },
  ])
  t.match(await json('logs', '{"resourceLogs":['), [400, { code: 3, message: 'the body is not valid JSON' }])
  t.match(await json('logs', '[]'), [400, { code: 3 }])
  t.match(await json('traces', { resourceSpans: [{ scopeSpans: [{ spans: [{}, {}] }] }] }), [
    200,
    { partialSuccess: { rejectedSpans: '2', errorMessage: 'spans are not stored here' } },
  ])
  t.strictSame(await json('traces', {}), [200, {}])

  const binary = { 'content-type': 'application/x-protobuf' }
  const good = await post('logs', encode('Logs', logsMessage), binary)
  t.match([good.status, good.type, good.bytes.length], [200, 'application/x-protobuf', 0])
  const spans = await post(
    'traces',
    encode('Traces', { resourceSpans: [{ spans: [{ spans: [{ name: 'a' }] }] }] }),
    binary,
  )
  t.strictSame(decode('Response', spans.bytes), {
    partial: { rejected: 1, message: 'spans are not stored here' },
  })
  const broken = await post('logs', encode('Logs', logsMessage).subarray(0, 40), binary)
  t.match(
    [broken.status, broken.type, decode('Status', broken.bytes)],
    [400, 'application/x-protobuf', { code: 3 }],
  )
  fixture.failNext('before')
  const failed = await post(
    'logs',
    encode('Logs', { resourceLogs: [{ logs: [{ records: [{ time, text: 'new' }] }] }] }),
    binary,
  )
  t.match([failed.status, failed.retryAfter, decode('Status', failed.bytes)], [503, '1', { code: 14 }])
  fixture.failNext('before')
  t.match(await json('logs', request({ ...record, body: { stringValue: 'b' } })), [503, { code: 14 }])
  t.equal((await post('logs', '{}', { 'x-api-key': 'nobody' })).status, 401)

  const faults: string[] = []
  await fc.assert(
    fc.asyncProperty(anyJson(), fc.constantFrom('logs', 'metrics', 'traces'), async (body, signal) => {
      const { status } = await post(signal, JSON.stringify(body), { 'content-type': 'application/json' })
      if (status !== 200 && status !== 400) faults.push(`${status} ${JSON.stringify(body).slice(0, 200)}`)
    }),
    { numRuns: 100 },
  )
  const message = encode('Logs', logsMessage)
  const change = fc.record({ at: fc.nat(message.length - 1), to: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 4 }),
      fc.nat(message.length),
      fc.uint8Array(),
      async (changes, length, tail) => {
        const bytes = Buffer.concat([message.subarray(0, length), tail])
        for (const { at: place, to } of changes) if (place < bytes.length) bytes[place] = to
        for (const signal of ['logs', 'metrics']) {
          const { status } = await post(signal, bytes, binary)
          if (status !== 200 && status !== 400)
            faults.push(`${status} ${bytes.toString('hex').slice(0, 200)}`)
        }
      },
    ),
    { numRuns: 100 },
  )
  t.strictSame(faults.slice(0, 3), [])

  const many = Array.from({ length: 25_000 }, (_, n) => ({
    ...record,
    severityNumber: 1,
    body: { intValue: n },
  }))
  t.strictSame(await json('logs', request(...many)), [200, {}], 'more than the service takes at once')
  const trace = fixture.rows('logs').filter(({ level }) => level === 'trace')
  t.equal(trace.length, 25_000)
  t.strictSame(logged(), [])
})
