import { randomInt } from 'node:crypto'
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { routeTable } from '../../core/http/route-table.js'
import type { Called } from '../support/service.js'
import { faultOf, hostileTexts } from './hostile.js'
import { inParallel, overEachStore, store, type StoreService } from './stores.js'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** A route with a JSON body, and one that it takes. */
interface Door {
  readonly path: string
  readonly good: Readonly<Record<string, unknown>>
}

const address = (): string => Array.from({ length: 4 }, () => randomInt(256)).join('.')

const goodBodies = (workspace: string): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  '/api/v1/auth/setup': { email: 'x@example.com', password: 'long enough' },
  '/api/v1/auth/login': { email: 'x@example.com', password: 'wrong' },
  '/api/v1/user/workspaces': { name: 'x', slug: 'taken' },
  '/api/v1/admin/workspace/keys': { workspace_id: workspace, name: 'x', kind: 'ingest' },
})

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const oneOverLimit = Buffer.alloc(1_048_577, 0x20)
const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, 0x20))

const brokenBodies: readonly (string | Buffer)[] = [
  '',
  '{',
  '}',
  'x',
  'null',
  'true',
  '1',
  '"x"',
  '[]',
  '[{}]',
  '{"a":}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":2}',
  '{"a":"\\u0000"}',
  '{"a\\u0000":1}',
  '{"a":1e400}',
  deep(63),
  deep(65),
  deep(20_000),
  Buffer.from([0x7b, 0xff, 0x7d]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  gzipSync('not JSON'),
  Buffer.concat([gzipSync('{}').subarray(0, 12), Buffer.from('broken')]),
]

const wrongValues: readonly unknown[] = [1, -1, 1.5, true, null, [], ['x'], {}, { $gt: '' }, '\ud800', 'x'.repeat(100_000)]

await t.test('bodies', { timeout: 120_000 }, (t) => overEachStore(t, badBodies))

async function badBodies(t: Test, service: StoreService): Promise<void> {
  const { id, ingestKey } = await service.workspace()
  await service.call('POST', '/api/v1/user/workspaces', { body: { name: 'x', slug: 'taken' } })
  const good = goodBodies(id)
  const routes = routeTable(service.service.registry).map(({ definition }) => definition)
  const withBody = routes.filter(({ body }) => body !== undefined)
  t.strictSame(withBody.map(({ path }) => path).sort(), Object.keys(good).sort(), 'every route with a JSON body')
  const doors: readonly Door[] = withBody.map(({ path }) => ({ path, good: good[path] ?? {} }))
  const before = (await service.call('GET', '/api/v1/user/workspaces')).body as unknown

  const knock = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Called> =>
    service.call('POST', path, { body, headers: { 'x-forwarded-for': address(), ...headers } })

  await t.test('JSON that is none, or of another shape', async (t) => {
    const faults: string[] = []
    const knocks = doors.flatMap(({ path }) => brokenBodies.map((body) => ({ path, body })))
    await inParallel(knocks, async ({ path, body }) => {
      const answer = await knock(path, body)
      const fault = answer.status === 422 ? faultOf(answer) : `status ${answer.status}`
      if (fault !== null) faults.push(`${path} < ${String(body).slice(0, 60)}: ${fault}`)
    })
    t.strictSame(faults, [])
    t.equal(({} as { polluted?: boolean }).polluted, undefined)
  })

  await t.test('fields of another type, missing, and unknown', async (t) => {
    const faults: string[] = []
    const knocks = withBody.flatMap(({ path, body: schema }) => {
      const right = good[path] ?? {}
      const { properties = {}, required = [] } = schema as Schema
      const wrong = Object.keys(properties).flatMap((name) =>
        wrongValues.map((value) => ({ path, body: { ...right, [name]: value }, name })),
      )
      const missing = required.map((name) => ({ path, body: { ...right, [name]: undefined }, name }))
      const misspelt = Object.keys(properties).map((name) => ({
        path,
        body: { ...right, [`${name}x`]: 1 },
        name,
        says: `unknown field "${name}x"; did you mean ${name}?`,
      }))
      return [...wrong, ...missing, ...misspelt.map((one) => one as typeof one & { says?: string })]
    })
    await inParallel(knocks, async ({ path, body, name, ...rest }) => {
      const answer = await knock(path, body)
      const { says } = rest as { says?: string }
      const value = (body as Record<string, unknown>)[name]
      const nullable = name === 'expires_at' && value === null
      const statuses = nullable ? [201] : [401, 403, 409, 422]
      const unsaid = says !== undefined && !String(answer.body.message).includes(says)
      const fault = !statuses.includes(answer.status)
        ? `status ${answer.status}`
        : unsaid
          ? `does not say ${says}: ${String(answer.body.message)}`
          : faultOf(answer)
      const exact = typeof value !== 'string' && !nullable && answer.status !== 422 ? `status ${answer.status}` : null
      if ((fault ?? exact) !== null)
        faults.push(`${path} ${name}=${JSON.stringify(value)?.slice(0, 40)}: ${fault ?? exact ?? ''}`)
    })
    t.strictSame(faults, [])
  })

  await t.test('bodies over their limits', async (t) => {
    for (const { path } of doors) {
      for (const body of [oneOverLimit, Buffer.alloc(10 * 1024 * 1024, 0x20), bomb]) {
        const answer = await knock(path, body)
        t.equal(answer.status, 413, `${path} ${body.length}`)
        t.equal(faultOf(answer), null)
      }
      const zstd = await knock(path, '{}', { 'content-encoding': 'zstd' })
      t.equal(zstd.status, 422)
      t.equal(faultOf(zstd), null)
    }
    // Without a length in front of it, the body is counted as it comes.
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const options = { method: 'POST', body: endless, duplex: 'half' as const }
    const answer = await fetch(`${service.base}/api/v1/auth/login`, options).catch(() => null)
    t.ok(answer === null || answer.status === 413, 'an endless body comes to an end')
  })

  await t.test('whatever the body is called, it is JSON', async (t) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x', 'image/png']) {
      const path = '/api/v1/auth/login'
      const right = { email: 'admin@example.com', password: 'correct horse battery' }
      const named = await knock(path, JSON.stringify(right), { 'content-type': type })
      t.equal(named.status, 200, type)
      const form = await knock(path, 'email=admin%40example.com&password=x', { 'content-type': type })
      t.equal(form.status, 422, type)
    }
  })

  await t.test('names are data, also hostile ones', async (t) => {
    const path = '/api/v1/admin/workspace/keys'
    const names = hostileTexts.filter((text) => text.trim() !== '' && text.length <= 200)
    const faults: string[] = []
    const named = new Map<string, string>()
    await inParallel(names, async (name) => {
      const made = await knock(path, { workspace_id: id, name, kind: 'query' })
      if (made.status !== 201) faults.push(`make ${JSON.stringify(name)}: ${made.status}`)
      named.set(String(made.body.data?.id), name.trim())
    })
    const keys = async (): Promise<readonly { id: string; name: string }[]> =>
      (await service.call('GET', path, { query: { workspace_id: id } })).body.data as { id: string; name: string }[]
    const before = await keys()
    for (const key of before)
      if (named.has(key.id) && named.get(key.id) !== key.name) faults.push(`${JSON.stringify(key.name)} is another`)
    for (const text of hostileTexts.filter((one) => one.length < 1_000)) {
      const query = { workspace_id: id }
      const gone = await service.call('DELETE', `${path}/${encodeURIComponent(text)}`, { query })
      // A path with only dots behind it is another path.
      const fault = [404, 405, 422].includes(gone.status) ? faultOf(gone) : `status ${gone.status}`
      if (fault !== null) faults.push(`delete ${JSON.stringify(text)}: ${fault}`)
    }
    t.strictSame(faults, [])
    t.strictSame(await keys(), before)
    t.ok(named.size >= 40 && before.length >= named.size)
  })

  await t.test('ingestion', async (t) => {
    const send = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Called> =>
      service.call('POST', '/v1/events', { body, headers, token: ingestKey })
    const refused = async (status: number, body: unknown, headers?: Readonly<Record<string, string>>) => {
      const answer = await send(body, headers)
      const shown = typeof body === 'string' ? JSON.stringify(body.slice(0, 60)) : 'bytes'
      t.equal(answer.status, status, `${shown} ${headers?.['content-encoding'] ?? ''}`)
      t.equal(faultOf(answer), null)
    }
    const item = JSON.stringify({ event: 'x', device_id: 'd' })
    for (const body of ['', ' \n', 'x', '{', '[', '[}', '{}', '[]', 'null', '"x"', '1', '{"event":1,"device_id":"d"}'])
      await refused(422, body)
    for (const odd of [
      { event: 'x' },
      { event: '', device_id: 'd' },
      { event: 'x', device_id: 5 },
      { event: 'x'.repeat(501), device_id: 'd' },
      { type: 'nope', event: 'x', device_id: 'd' },
      { event: 'x', device_id: 'd', timestamp: 'yesterday' },
      { event: 'x', device_id: 'd', timestamp: '2020-02-30' },
      { event: 'x', device_id: 'd', timestamp: -1 },
      { event: 'x', device_id: 'd', timestamp: 8.64e15 },
      { event: 'x', device_id: 'd', properties: [] },
      { event: 'x', device_id: 'd', properties: 'p' },
      { event: 'x', device_id: 'd', properties: { '': 1 } },
      { type: 'alias', user_id: 'u' },
      { type: 'group', device_id: 'd' },
    ])
      await refused(422, JSON.stringify(odd))
    await refused(422, `{"event":"x","device_id":"d","properties":{"a":1e400}}`)
    await refused(422, `{"event":"x","device_id":"d","properties":${deep(33)}}`)
    await refused(422, `{"event":"x","device_id":"d","properties":${deep(30_000)}}`)
    await refused(422, '['.repeat(100_000))
    await refused(413, Buffer.alloc(10 * 1024 * 1024 + 1, 0x20))
    for (const pack of [gzipSync, deflateSync, brotliCompressSync]) {
      const encoding = pack === gzipSync ? 'gzip' : pack === deflateSync ? 'deflate' : 'br'
      await refused(413, pack(Buffer.alloc(51 * 1024 * 1024, 0x20)), { 'content-encoding': encoding })
      await refused(422, pack(Buffer.from(item)).subarray(0, 8), { 'content-encoding': encoding })
    }
    await refused(422, item, { 'content-encoding': 'zstd' })
    await refused(413, `${item}\n`.repeat(10_001))
    await refused(422, JSON.stringify({ event: 'x', device_id: 'd', properties: { a: 'x'.repeat(1_100_000) } }))
    const badQuery = await service.call('POST', '/v1/events?tokem=x', { body: item, token: ingestKey })
    t.equal(badQuery.status, 422)
    t.match(badQuery.body.message, /tokem.*token/)
    const count = await service.call('GET', '/api/v1/metrics/events', { workspace: id })
    t.equal(count.body.data.total, 0, 'nothing of all that was stored')
  })

  t.strictSame((await service.call('GET', '/api/v1/user/workspaces')).body, before)
}

/** What a property may be called by somebody who means no good, or writes no English. */
const names: readonly string[] = [
  ...hostileTexts.filter((text) => !text.includes('.') && text.length < 500),
  'plan',
  '`{a:String}`',
  'a%2Eb',
  'Größe',
  '数量',
  'ключ',
  'with space',
  'e\u0301',
  '\u00e9',
  'x'.repeat(500),
  'timestamp ',
  'properties',
  '0',
  '-1',
  'valueOf',
]

await t.test('property names', { timeout: 120_000 }, (t) => overEachStore(t, propertyNames))

async function propertyNames(t: Test, service: StoreService): Promise<void> {
  const { id, ingestKey } = await service.workspace()
  // Written as text: an object literal's __proto__ would not be a member.
  const lines = names.flatMap((name, index) =>
    [1, 2].map((n) => {
      const member = JSON.stringify(name)
      const properties = `{${member}:${index * 10 + n},"t":{${member}:"v${n}"}}`
      return `{"event":"e","device_id":"d${n}","properties":${properties}}`
    }),
  )
  const sent = await service.call('POST', '/v1/events', { body: lines.join('\n'), token: ingestKey })
  t.equal(sent.status, 202)
  await store(service, ingestKey, [
    { event: 'dots', device_id: 'd', properties: { a: { b: { c: 7 } } } },
    { event: 'dots', device_id: 'd', properties: { 'c%2Ed': 'not nested' } },
  ])
  const total = names.length * 2 + 2
  const wrong: string[] = []
  const get = async (path: string, query: Readonly<Record<string, string>>): Promise<Called['body']> => {
    const answer = await service.call('GET', `/api/v1/metrics/${path}`, {
      query: { range: 'today', ...query },
      workspace: id,
    })
    if (answer.status !== 200) wrong.push(`${path} ${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const same = (name: string, what: string, found: unknown, wanted: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${JSON.stringify(name)} ${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
  }
  const condition = (field: string, op: string, value?: string): Readonly<Record<string, string>> => ({
    'conditions[0][field]': field,
    'conditions[0][op]': op,
    ...(value === undefined ? {} : { 'conditions[0][value]': value }),
  })

  await inParallel([...names.entries()], async ([index, name]) => {
    const field = `properties.${name}`
    const [low, high] = [index * 10 + 1, index * 10 + 2]
    const count = async (query: Readonly<Record<string, string>>): Promise<unknown> =>
      (await get('events', query))?.data?.total
    same(name, 'is_set', await count(condition(field, 'is_set')), 2)
    same(name, 'is_not_set', await count(condition(field, 'is_not_set')), total - 2)
    same(name, 'eq', await count(condition(field, 'eq', String(low))), 1)
    same(name, 'gt', await count(condition(field, 'gt', String(low))), 1)
    same(name, 'nested', await count(condition(`properties.t.${name}`, 'eq', 'v2')), 1)
    same(name, 'ne', await count(condition(`properties.t.${name}`, 'ne', 'v2')), total - 1)
    const broken = await get('events', { breakdown: field })
    const points = broken?.data?.points as { dimension: string; value: number }[] | undefined
    const byDimension = points?.map(({ dimension, value }) => [dimension, value])
    same(name, 'breakdown', byDimension, [['(none)', total - 2], [String(low), 1], [String(high), 1]])
    const sum = await get('events/custom', { property: field, metric: 'sum' })
    same(name, 'custom', sum?.data?.total, low + high)
    const listed = await get('events/properties', { event: 'e', property: field, breakdown_limit: '1' })
    same(name, 'properties', listed?.data?.total, total - 2)
    const raw = await get('events/raw', condition(field, 'eq', String(high)))
    const shown = JSON.stringify(raw?.data?.[0]?.properties)
    const member = JSON.stringify(name)
    // Parsed and written again, members may stand in another order; numbers always come first.
    const forms = [`{${member}:${high},"t":{${member}:"v2"}}`, `{"t":{${member}:"v2"},${member}:${high}}`]
    if (!forms.includes(shown)) wrong.push(`${member} raw: ${shown}`)
  })
  const dots = async (field: string): Promise<unknown> =>
    (await get('events', { event: 'dots', ...condition(field, 'is_set') }))?.data?.total
  same('a.b.c', 'dots nest', await dots('properties.a.b.c'), 1)
  same('c%2Ed', '%2E is no dot', await dots('properties.c%2Ed'), 1)
  same('c.d', 'and a dot is no %2E', await dots('properties.c.d'), 0)
  same('a.b', 'an object is not a value of its parts', await dots('properties.a.c'), 0)
  t.strictSame(wrong, [])
  t.equal(({} as { v1?: unknown }).v1, undefined)
}
