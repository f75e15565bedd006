import t from 'tap'
import Type, { type TSchema } from 'typebox'
import {
  apiDescription,
  defineSetting,
  named,
  open,
  openIf,
  type ApiDescription,
  type PluginHost,
  type RouteDefinition,
} from '../../contract/index.js'
import { runDemo, tokenOf, type Running } from '../../test/support/demo-service.js'
import { callTo } from '../../test/support/http-client.js'
import { plugin } from '../../test/support/make-plugin.js'
import { openApiDocument } from './document.js'

const route = {
  method: 'GET',
  path: '/acme',
  summary: 'A route',
  tag: 'acme',
  access: open,
  handle: () => Promise.resolve({}),
} as const

const path = '/api/v1/openapi.json'

async function running(
  t: { teardown(run: () => unknown): void },
  declare: (host: PluginHost) => void,
  declared: Readonly<Record<string, unknown>> = {},
): Promise<Running> {
  const service = await runDemo({ plugins: [plugin('acme', declare)], settings: { declared } })
  t.teardown(() => service.service.close())
  return service
}

t.test('the document is built at its first request, once, from what any plugin can read', async (t) => {
  let reads = 0
  const counted: TSchema = Type.Object({})
  Object.defineProperty(counted, 'description', {
    enumerable: true,
    get: () => `read ${(reads += 1)} times`,
  })
  let api: ApiDescription | undefined
  const { url } = await running(t, (host) => {
    host.route({ ...route, response: counted })
    host.route({
      ...route,
      path: '/acme/api',
      handle: (ask) => Promise.resolve({ metrics: (api = ask.use(apiDescription)).metrics().length }),
    })
  })
  const call = callTo(url)
  const atStart = reads
  const { body } = await call(path)
  t.ok(reads > atStart, 'not before it is asked for')
  const first = reads
  t.same((await call(path)).body, body)
  t.equal(reads, first, 'not again')

  t.same((await call('/acme/api')).body, { metrics: 4 })
  const routes = api?.routes() ?? []
  t.strictSame(
    JSON.parse(JSON.stringify(openApiDocument(routes))).paths['/acme/api'],
    body.paths['/acme/api'],
  )
  t.match(
    routes.find(({ definition }) => definition.path === '/api/v1/metrics/dau'),
    {
      plugin: 'demo',
      definition: { conditions: true },
      headers: { 'X-As-Of': {} },
      example: { response: {} },
    },
  )
  t.match(routes.find(({ definition }) => definition.path === '/healthz')?.errors, ['VALIDATION_ERROR'])
  t.match(api?.metrics()[1], { key: 'event', path: '/api/v1/metrics/events', argument: 'event' })
})

t.test('a schema that contradicts another one of its name stops the start', async (t) => {
  const fault = (response: TSchema): Promise<unknown> =>
    runDemo({
      plugins: [
        plugin('first', (host) =>
          host.route({
            ...route,
            response: Type.Object({ a: named('Size', Type.String()) }),
            handle: () => Promise.resolve({ a: 'x' }),
          }),
        ),
        plugin('second', (host) => host.route({ ...route, path: '/second', response })),
      ],
    }).then(({ service }) => service.close())
  const message = 'plugin second: route GET /second: two different schemas are named Size; rename one of them'
  await t.rejects(fault(Type.Array(named('Size', Type.Integer()))), { name: 'RegistrationError', message })
  const inner = named('Size', Type.String())
  await t.resolves(fault(Type.Object({ b: inner, c: Type.Optional(named('Size', Type.String())) })))
  await t.rejects(fault(named('Error', Type.Object({}))), {
    message: /two different schemas are named Error/,
  })
})

t.test('an example of another type than its parameter stops the start', async (t) => {
  const declare = (host: PluginHost): void => {
    host.route({ ...route, query: Type.Object({ size: Type.Optional(Type.Integer()) }) })
    host.examples({ 'GET /acme': { query: { size: 'large' } } })
  }
  await t.rejects(runDemo({ plugins: [plugin('acme', declare)] }), {
    message: 'plugin acme: example of GET /acme: size must be a whole number',
  })
})

t.test('a parameter component under another name is described in place', async (t) => {
  const size = named('Size', Type.Optional(Type.Integer()))
  const { url } = await running(t, (host) =>
    host.route({ ...route, query: Type.Object({ size, least: size }) }),
  )
  const { body } = await callTo(url)(path)
  t.match(body.paths['/acme'].get.parameters, [
    { $ref: '#/components/parameters/Size' },
    { name: 'least', in: 'query', required: false, schema: { type: 'integer' } },
  ])
})

t.test('what cannot be described fails the description alone, and is named', async (t) => {
  const odd = Type.Object({})
  const { url, lines } = await running(t, (host) => {
    // Readable while the service starts, as a schema that is computed may be.
    let reads = 0
    Object.defineProperty(odd, 'description', {
      enumerable: true,
      get() {
        if ((reads += 1) > 1) throw new Error('oops')
        return 'a size'
      },
    })
    host.route({ ...route, response: odd })
  })
  t.match(await callTo(url)(path), { status: 500, body: { error: 'INTERNAL' } })
  const line = lines.find(({ level }) => level === 'error')
  t.match(line?.fields, {
    plugin: 'openapi',
    err: { message: 'plugin acme: route GET /acme cannot be described', cause: { message: 'oops' } },
  })
  t.equal((await callTo(url)('/acme')).status, 200)
})

t.test('a setting of a plugin opens its route', async (t) => {
  const setting = defineSetting({
    name: 'ACME_PUBLIC',
    schema: Type.Boolean(),
    default: false,
    description: 'open to all',
  })
  const declare =
    (access: RouteDefinition<never, never, never>['access'] = openIf(setting)) =>
    (host: PluginHost): void => {
      host.setting(setting)
      host.route({ ...route, access })
    }
  const closed = callTo((await running(t, declare())).url)
  t.equal((await closed('/acme')).status, 401)
  t.equal((await closed('/acme', { as: await tokenOf('usr_viewer') })).status, 200)
  t.ok('401' in (await closed(path)).body.paths['/acme'].get.responses)
  const opened = callTo((await running(t, declare(), { ACME_PUBLIC: true })).url)
  t.equal((await opened('/acme')).status, 200)
  t.notOk('401' in (await opened(path)).body.paths['/acme'].get.responses)
  await t.rejects(running(t, declare(openIf({ name: 'NOT_DECLARED' }))), {
    message: /plugin acme: route GET \/acme: no plugin declares its setting NOT_DECLARED/,
  })
})
