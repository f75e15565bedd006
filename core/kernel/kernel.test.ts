import t from 'tap'
import Type from 'typebox'
import { inWorkspace, open, scan, serviceRef, type Plugin, type PluginHost } from '../../contract/index.js'
import { accounts } from '../../test/support/demo-service.js'
import { demo } from '../../test/support/demo-plugin.js'
import { describeRoutes } from '../../http/describe-routes.js'
import { checkRoutes } from '../../http/route-table.js'
import { loadPlugins } from './load-plugins.js'
import { metric, noParams, plugin } from '../../test/support/make-plugin.js'
import { metricParameters } from '../../http/metric-schema.js'
import { reservedParameters } from './checks.js'

const route = (path: string) =>
  ({ method: 'GET', path, summary: '', tag: '', access: open, handle: () => Promise.resolve({}) }) as const

t.test('plugins register behind those they come after', (t) => {
  const names = (...plugins: readonly Plugin[]): readonly string[] => loadPlugins(plugins).plugins
  t.same(names(plugin('b'), plugin('a')), ['b', 'a'], 'in the order given')
  const [a, b] = [
    plugin('a', undefined, { after: ['b', 'not-there'] }),
    plugin('b', undefined, { after: ['c'] }),
  ]
  t.same(names(a, b, plugin('c')), ['c', 'b', 'a'])
  t.throws(() => names(a, plugin('b', undefined, { after: ['a'] })), /plugin a: after: .*a → b → a/)
  t.end()
})

t.test('a plugin that cannot be is refused by name', (t) => {
  const refused = (expected: RegExp, ...plugins: readonly Plugin[]): void =>
    void t.throws(() => checkRoutes(loadPlugins(plugins)), { name: 'RegistrationError', message: expected })
  const declares = (register: (host: PluginHost) => void): Plugin => plugin('p', register)
  const rejects: (host: PluginHost) => never = () => Promise.reject(new Error('later')) as never

  refused(
    /plugin p: contract: must be 1, not 2; it requires a newer/,
    plugin('p', undefined, { contract: 2 }),
  )
  refused(/plugin p: name: is used by two/, plugin('p'), plugin('p'))
  refused(/plugin P_x: name: must be kebab-case/, plugin('P_x'))
  refused(
    /plugin p: register: threw: oops/,
    declares(() => {
      throw new Error('oops')
    }),
  )
  refused(/must be synchronous/, declares(rejects))

  const twice = (register: (host: PluginHost) => void): Plugin[] => [
    plugin('first', register),
    plugin('second', register),
  ]
  refused(
    /plugin second: metric events: is already registered by first/,
    ...twice((host) => host.metric(metric())),
  )
  refused(
    /plugin second: service s: is already registered by first/,
    ...twice((host) => host.service(serviceRef('s'), () => ({}))),
  )
  refused(
    /plugin second: operator o: is already registered by first/,
    ...twice((host) => host.operator({ name: 'o', lower: () => scan('logs') })),
  )
  refused(
    /operator presence: is already registered by core/,
    declares((host) => host.operator({ name: 'presence', lower: () => scan('logs') })),
  )
  const query = { key: 'q', path: 'q', summary: '', input: noParams, run: () => Promise.resolve({}) }
  refused(/plugin second: query q: is already registered by first/, ...twice((host) => host.query(query)))
  refused(
    /plugin second: route GET \/a\/:b: is already registered by first/,
    plugin('first', (host) => host.route({ ...route('/a/:x'), params: Type.Object({ x: Type.String() }) })),
    plugin('second', (host) => host.route({ ...route('/a/:b'), params: Type.Object({ b: Type.String() }) })),
  )
  refused(
    /route GET \/healthz: is already registered by core/,
    declares((host) => host.route(route('/healthz'))),
  )
  refused(
    /route GET \/api\/v1\/metrics\/query: is already registered by core/,
    declares((host) => host.metric(metric({ key: 'query' }))),
  )
  refused(
    /migrations .*one folder/,
    declares((host) => {
      host.migrations(new URL('file:///a/'))
      host.migrations(new URL('file:///b/'))
    }),
  )

  refused(
    /metric Events: its key must be snake_case/,
    declares((host) => host.metric(metric({ key: 'Events' }))),
  )
  const shadowing = Type.Object({ range: Type.String() })
  refused(
    /metric events: its parameter range shadows/,
    declares((host) => host.metric({ ...metric(), params: shadowing })),
  )
  refused(
    /metric events: params is required; use Type\.Object\(\{\}\) for none/,
    declares((host) => host.metric({ ...metric(), params: undefined as never })),
  )
  refused(
    /has :name, but params does not/,
    declares((host) => host.metric(metric({ path: 'events/:name' }))),
  )
  refused(
    /its argument event is not one/,
    declares((host) => host.metric(metric({ argument: 'event' }))),
  )
  refused(
    /invalid segment ""/,
    declares((host) => host.metric(metric({ path: 'a//b' }))),
  )
  refused(
    /:id is missing in its params/,
    declares((host) => host.route(route('/a/:id'))),
  )
  refused(
    /params.id is not in its path/,
    declares((host) => host.route({ ...route('/a'), params: Type.Object({ id: Type.String() }) })),
  )
  refused(
    /GET route must have no body/,
    declares((host) => host.route({ ...route('/a'), body: noParams })),
  )
  refused(
    /requires a body schema/,
    declares((host) => host.route({ ...route('/a'), method: 'POST', access: inWorkspace('admin', 'body') })),
  )
  const limited = (path: string, tries: number) => ({
    ...route(path),
    rateLimit: { group: 'g', tries, seconds: 60 },
  })
  refused(
    /its rate limit group g allows 1 in 60 s elsewhere/,
    declares((host) => {
      host.route(limited('/a', 1))
      host.route(limited('/b', 2))
    }),
  )
  t.end()
})

t.test('nothing is declared after register()', (t) => {
  let kept: PluginHost | undefined
  const registry = loadPlugins([plugin('late', (host) => void (kept = host))])
  for (const declare of [
    () => kept?.metric(metric()),
    () => kept?.route(route('/late')),
    () => kept?.service(serviceRef('late'), () => ({})),
    () => kept?.operator({ name: 'late', lower: () => scan('logs') }),
    () => kept?.migrations(new URL('file:///late/')),
  ])
    t.throws(declare, { name: 'RegistrationError', plugin: 'late', message: /is declared after the start/ })
  t.equal(registry.metrics.size, 0)
  t.ok(Object.isFrozen(registry) && Object.isFrozen(registry.routes))
  t.end()
})

t.test('no common parameter can be shadowed', (t) => {
  for (const answer of ['series', 'top', 'page'] as const)
    for (const name of Object.keys(metricParameters(metric({ answer })).properties))
      t.ok(reservedParameters.has(name), name)
  t.end()
})

t.test('the table of routes is that of everything declared', (t) => {
  const table = describeRoutes(loadPlugins([accounts, demo]))
  const found = (path: string): object | undefined => table.find((entry) => entry.path === path)
  t.match(found('/api/v1/metrics/dau'), {
    plugin: 'demo',
    method: 'GET',
    access: { kind: 'workspace', role: 'viewer' },
  })
  t.match(found('/api/v1/demo/question'), {
    method: 'POST',
    access: { kind: 'workspace', role: 'viewer', from: 'header' },
  })
  t.match(found('/api/v1/demo/global'), { access: { kind: 'global', role: 'platform' } })
  t.match(found('/healthz'), { plugin: 'core', access: { kind: 'public' } })
  const params = Type.Object({ x: Type.String() })
  const both = plugin('p', (host) => {
    host.route({ ...route('/a/:x'), params })
    host.route(route('/a/b'))
  })
  const paths = describeRoutes(loadPlugins([both])).map(({ path }) => path)
  t.ok(paths.indexOf('/a/b') < paths.indexOf('/a/:x'), 'a name before what fits any')
  t.end()
})
