import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { CallOptions } from '../../test/support/request.js'
import { testService } from '../../test/support/service.js'

t.test('over HTTP', async (t) => {
  const service = await testService(t)
  const { id, ingestKey: key } = await service.workspace()
  const stored = async (): Promise<number> =>
    Number(
      (await service.call('GET', '/api/v1/metrics/events?range=all_time', { workspace: id })).body.data.total,
    )
  let sent = 0
  const post = async (path: string, options: CallOptions, status = 200) => {
    const answer = await service.call('POST', path, { token: null, ...options })
    t.equal(answer.status, status, `${path} ${JSON.stringify(options.headers ?? {})}`)
    return answer
  }
  const accepted = async (path: string, options: CallOptions, events = 1): Promise<void> => {
    t.strictSame((await post(path, options)).body, { success: true })
    t.equal(await stored(), (sent += events), path)
  }
  const track = { event: 'e', userId: 'u' }
  const basic = { authorization: `Basic ${btoa(`${key}:`)}` }

  const events = { track: 1, t: 1, page: 1, p: 1, screen: 1, s: 1, identify: 0, i: 0, group: 0, g: 0 }
  for (const [call, count] of Object.entries({ ...events, alias: 0, a: 0 }))
    await accepted(
      `/segment/v1/${call}`,
      { headers: basic, body: { ...track, groupId: 'g', previousId: 'p' } },
      count,
    )
  const batch = {
    batch: [
      { type: 'track', ...track },
      { type: 'page', userId: 'u' },
    ],
  }
  for (const path of [
    '/segment/v1/batch',
    '/segment/v1/b',
    '/segment/v1/import',
    '/v1/batch',
    '/v1/import',
    '/v1/batch/',
  ])
    await accepted(path, { headers: basic, body: batch }, 2)
  await accepted('/segment/v1/batch', { headers: basic, body: { batch: [] } }, 0)

  const text = JSON.stringify({ ...track, writeKey: key })
  await accepted('/segment/v1/track', { body: text, headers: { 'content-type': 'text/plain' } })
  await accepted('/segment/v1/track', { token: key, body: JSON.stringify(track) })
  const mislabelled = { 'content-type': 'application/x-www-form-urlencoded' }
  await accepted('/segment/v1/track', { body: gzipSync(text), headers: mislabelled })
  await accepted('/segment/v1/track', { body: `\uFEFF${text}` })

  await t.test('invalid messages of a batch are reported, valid ones are stored', async (t) => {
    const odd = {
      batch: [{ type: 'track', ...track }, { type: 'nope' }, null, { type: 'track', event: 'e' }],
    }
    const answer = await post('/segment/v1/batch', { headers: basic, body: odd })
    t.strictSame(answer.body, {
      success: true,
      rejected: 3,
      errors: [
        { index: 1, error: 'type must be one of track, identify, page, screen, group, alias' },
        { index: 2, error: 'the message must be a JSON object' },
        { index: 3, error: 'device_id or user_id must be a non-empty string' },
      ],
    })
    t.equal(await stored(), (sent += 1))
    const large = { ...track, type: 'track', properties: { text: 'ü'.repeat(530_000) } }
    const two = await post('/segment/v1/batch', { headers: basic, body: { batch: [large, ...batch.batch] } })
    t.strictSame(two.body.errors, [{ index: 0, error: 'the message must not be larger than 1 MB' }])
    t.equal(await stored(), (sent += 2))
    const most = { ...track, type: 'track', properties: { text: 'x'.repeat(1_048_000) } }
    await accepted('/segment/v1/batch', { headers: basic, body: { batch: [most, most, most] } }, 3)
  })

  await t.test('requests rejected as a whole', async (t) => {
    const nothing = await post('/segment/v1/batch', { headers: basic, body: { batch: [{}, 1] } }, 422)
    t.match(nothing.body, { error: 'VALIDATION_ERROR', details: [{ path: 'batch.0' }, { path: 'batch.1' }] })
    for (const body of [
      '',
      'x',
      '[]',
      '{}',
      '{"batch":{}}',
      '{"batch":1}',
      'null',
      '['.repeat(100_000),
      '\xff',
    ])
      await post('/segment/v1/batch', { headers: basic, body }, 422)
    const deep = `{"type":"track","event":"e","userId":"u","properties":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`
    await post('/segment/v1/batch', { headers: basic, body: `{"batch":[${deep}]}` }, 422)
    const deepAndLarge = `{"batch":[${deep}],"pad":"${'x'.repeat(1_100_000)}"}`
    await post('/segment/v1/batch', { headers: basic, body: deepAndLarge }, 422)
    await post('/segment/v1/none', { headers: basic, body: track }, 422)
    await post('/segment/v1/track', { headers: basic, body: Buffer.alloc(10 * 1024 * 1024 + 1, 0x20) }, 413)
    await post(
      '/segment/v1/batch',
      { headers: basic, body: { batch: Array.from({ length: 10_001 }, () => track) } },
      422,
    )
    const many = { batch: Array.from({ length: 10_001 }, () => batch.batch[0]) }
    await post('/segment/v1/batch', { headers: basic, body: many }, 413)
    for (const body of ['', 'x', text.replace(key, 'wrong'), '{"writeKey":7}', '[]'])
      await post('/segment/v1/track', { body }, 401)
    t.equal(await stored(), sent)
  })

  await t.test('from a page of another site', async (t) => {
    const origin = 'https://shop.example'
    const asked = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-retry-count',
    }
    const preflight = await service.call('OPTIONS', '/segment/v1/t', { token: null, headers: asked })
    t.strictSame(
      [
        preflight.status,
        ...['origin', 'headers'].map((name) => preflight.headers.get(`access-control-allow-${name}`)),
      ],
      [204, origin, 'authorization,x-retry-count'],
    )
    const path = `/segment/v1/projects/${key}/settings`
    const document = await service.call('GET', path, { token: null, headers: { origin } })
    t.match(document.body, { integrations: { 'Segment.io': { apiKey: key, protocol: 'https' } }, plan: {} })
    t.equal(document.headers.get('access-control-allow-origin'), origin)
    t.equal((await service.call('GET', path.replace(key, 'none'), { token: null })).status, 401)
  })
})
