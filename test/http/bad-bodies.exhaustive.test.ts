import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { routeTable } from '../../http/route-table.js'
import type { Called } from '../support/request.js'
import { fieldOf, isRight, wrongValues, type Schema } from './body-fields.js'
import { badIngestion, deep } from './bad-ingestion.js'
import { goodBodies } from './good-bodies.js'
import { eventNames, propertyNames } from './hostile-names.js'
import { faultOf, hostileTexts } from './hostile.js'
import '../support/every-store.js'
import { eachStore, testService, type TestService } from '../support/service.js'
import { address, inParallel } from '../support/send.js'

/** A route with a JSON body, and a valid body for it. */
interface Door {
  readonly method: string
  readonly path: string
  readonly good: Readonly<Record<string, unknown>>
}

/** Fills in the workspace where the path needs one, and otherwise an id that does not exist. */
const addressOf = (path: string, workspace: string): string =>
  path.replace('workspaces/:id', `workspaces/${workspace}`).replaceAll(/:\w+/g, 'none')

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

/** Routes whose good body has a name that is taken by then. */
const withTakenName: ReadonlySet<string> = new Set(['/api/v1/data/properties'])

// What is rejected before a store is asked is sent over one of them.
await t.test('bodies that are none', async (t) => noBodies(t, await testService(t)))
await t.test('bodies', (t) => eachStore(t, badBodies))
await t.test('property names', (t) => eachStore(t, propertyNames))
await t.test('event names', (t) => eachStore(t, eventNames))

async function openDoors(t: Test, service: TestService) {
  const { id } = await service.workspace()
  await service.call('POST', '/api/v1/user/workspaces', { body: { name: 'x', slug: 'taken' } })
  const good = goodBodies(id)
  const routes = routeTable(service.service.registry).map(({ definition }) => definition)
  const withBody = routes.filter(({ body }) => body !== undefined)
  t.strictSame(
    withBody.map(({ path }) => path).sort(),
    Object.keys(good).sort(),
    'every route with a JSON body',
  )
  const made = async (path: string): Promise<string> => {
    const answer = await service.call('POST', path, { workspace: id, body: good[path] })
    return `${path}/${String(answer.body.data.id)}`
  }
  const board = await made('/api/v1/boards')
  const tile = await service.call('POST', `${board}/tiles`, {
    workspace: id,
    body: good['/api/v1/boards/:id/tiles'],
  })
  const places: Readonly<Record<string, string>> = {
    '/api/v1/boards/:id': board,
    '/api/v1/boards/:id/tiles': `${board}/tiles`,
    '/api/v1/boards/:id/tiles/:tile': `${board}/tiles/${String(tile.body.data.id)}`,
    '/api/v1/boards/:id/layout': `${board}/layout`,
    '/api/v1/boards/:id/links': `${board}/links`,
    '/api/v1/boards/:id/duplicate': `${board}/duplicate`,
    '/api/v1/audiences/:id': await made('/api/v1/audiences'),
    '/api/v1/marks/:id': await made('/api/v1/marks'),
    '/api/v1/questions/:id': await made('/api/v1/questions'),
    '/api/v1/data/properties/:name': (await made('/api/v1/data/properties')).replace(/[^/]+$/, 'x'),
  }
  const methods = new Map(withBody.map(({ method, path }) => [path, method]))
  const doors: readonly Door[] = withBody.map(({ method, path }) => ({
    method,
    path,
    good: good[path] ?? {},
  }))

  const knock = (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Called> =>
    service.call(methods.get(path) ?? 'POST', places[path] ?? addressOf(path, id), {
      body,
      workspace: id,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address(), ...headers },
    })
  return { id, good, withBody, methods, doors, knock }
}

async function noBodies(t: Test, service: TestService): Promise<void> {
  const { good, methods, doors, knock } = await openDoors(t, service)

  await t.test('JSON that is none, or of another shape', async (t) => {
    const faults: string[] = []
    const needsNothing = (path: string): boolean =>
      methods.get(path) === 'PUT' || Object.keys(good[path] ?? {}).length === 0
    const knocks = doors.flatMap(({ path }) =>
      // No body is an empty object, which is valid where nothing is required and changes nothing in a PUT.
      brokenBodies.filter((body) => body !== '' || !needsNothing(path)).map((body) => ({ path, body })),
    )
    await inParallel(knocks, async ({ path, body }) => {
      const answer = await knock(path, body)
      const fault = answer.status === 422 ? faultOf(answer) : `status ${answer.status}`
      if (fault !== null) faults.push(`${path} < ${String(body).slice(0, 60)}: ${fault}`)
    })
    t.strictSame(faults, [])
    t.equal(({} as { polluted?: boolean }).polluted, undefined)
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
    // Without a Content-Length, the body is counted as it arrives.
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const headers = { 'content-type': 'application/json' }
    const options = { method: 'POST', headers, body: endless, duplex: 'half' as const }
    const answer = await fetch(`${service.base}/api/v1/auth/login`, options).catch(() => null)
    t.ok(answer === null || answer.status === 413, 'an endless body comes to an end')
  })

  await t.test('a body that is not called JSON is rejected, also where it is JSON', async (t) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'x',
      'image/png',
    ]) {
      const path = '/api/v1/auth/login'
      const right = { email: 'admin@example.com', password: 'correct horse battery' }
      const named = await knock(path, JSON.stringify(right), { 'content-type': type })
      t.match(named, { status: 422, body: { details: [{ path: 'Content-Type' }] } }, type)
    }
  })
}

async function badBodies(t: Test, service: TestService): Promise<void> {
  const { id, good, withBody, knock } = await openDoors(t, service)
  const before = (await service.call('GET', '/api/v1/user/workspaces')).body as unknown

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
        body: { ...right, [`x${name}`]: 1 },
        name,
        says: `unknown field "x${name}"; did you mean ${name}?`,
      }))
      return [...wrong, ...missing, ...misspelt.map((one) => one as typeof one & { says?: string })]
    })
    await inParallel(knocks, async ({ path, body, name, ...rest }) => {
      const answer = await knock(path, body)
      const { says } = rest as { says?: string }
      const value = (body as Record<string, unknown>)[name]
      const { body: schema } = withBody.find((route) => route.path === path) ?? {}
      const right = says === undefined && isRight(fieldOf(schema, name), value)
      const statuses = right
        ? [200, 201, 422, ...(withTakenName.has(path) ? [409] : [])]
        : [401, 403, 404, 409, 422]
      const unsaid = says !== undefined && !String(answer.body.message).includes(says)
      const fault = !statuses.includes(answer.status)
        ? `status ${answer.status}`
        : unsaid
          ? `does not say ${says}: ${String(answer.body.message)}`
          : faultOf(answer)
      const exact =
        typeof value !== 'string' && !right && answer.status !== 422 ? `status ${answer.status}` : null
      if ((fault ?? exact) !== null)
        faults.push(`${path} ${name}=${JSON.stringify([value]).slice(0, 40)}: ${fault ?? exact ?? ''}`)
    })
    t.strictSame(faults, [])
  })

  await t.test('an audience that nobody has', async (t) => {
    const named = withBody.filter(({ body }) => 'audience_id' in ((body as Schema).properties ?? {}))
    t.ok(named.length >= 5)
    for (const { path } of named) {
      const answer = await knock(path, { ...good[path], audience_id: 'aud_none' })
      t.equal(answer.status, 422, path)
      t.equal(answer.body.details?.[0]?.path, '/audience_id', path)
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
      (await service.call('GET', path, { query: { workspace_id: id } })).body.data as {
        id: string
        name: string
      }[]
    const before = await keys()
    for (const key of before)
      if (named.has(key.id) && named.get(key.id) !== key.name)
        faults.push(`${JSON.stringify(key.name)} is another`)
    for (const text of hostileTexts.filter((one) => one.length < 1_000)) {
      const query = { workspace_id: id }
      const gone = await service.call('DELETE', `${path}/${encodeURIComponent(text)}`, { query })
      // A path ending in only dots is a different path.
      const fault = [404, 405, 422].includes(gone.status) ? faultOf(gone) : `status ${gone.status}`
      if (fault !== null) faults.push(`delete ${JSON.stringify(text)}: ${fault}`)
    }
    t.strictSame(faults, [])
    t.strictSame(await keys(), before)
    t.ok(named.size >= 40 && before.length >= named.size)
  })

  t.strictSame((await service.call('GET', '/api/v1/user/workspaces')).body, before)
  await t.test('ingestion', (t) => badIngestion(t, service))
}
