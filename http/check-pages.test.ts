import t from 'tap'
import { loadRegistry } from '../app/load-registry.js'
import { definePlugin, inWorkspace, open } from '../contract/index.js'
import { plugin } from '../test/support/make-plugin.js'
import { accounts } from '../test/support/demo-service.js'

const explorer = definePlugin({
  name: 'explorer',
  contract: 1,
  after: [],
  register: (host) => host.pages(new URL('file:///explorer/'), ['/trends', '/people/:id']),
})

const hooks = plugin('hooks', (host) =>
  host.route({
    method: 'GET',
    path: '/hooks/in',
    summary: 'A route',
    tag: 'Test',
    access: open,
    handle: () => Promise.resolve({}),
  }),
)

const load =
  (...paths: readonly string[]) =>
  () =>
    loadRegistry([
      accounts,
      explorer,
      hooks,
      plugin('acme', (host) => {
        for (const [index, path] of paths.entries())
          host.page({
            key: `acme-${index}`,
            title: 'A page',
            summary: 'A page',
            access: inWorkspace('viewer'),
            path,
            module: new URL('file:///acme/page.js'),
          })
      }),
    ])

t.test('a path that belongs to someone else is rejected', (t) => {
  t.doesNotThrow(load('/trends/acme'))
  t.throws(load('/trends'), {
    message: 'plugin acme: page acme-0: its path /trends: is already registered by explorer',
  })
  t.throws(load('/people/:name'), { message: /its path \/people\/:name: is already registered by explorer/ })
  t.throws(load('/acme/:a', '/acme/:b'), {
    message: 'plugin acme: page acme-1: its path /acme/:b: is already registered by acme',
  })
  t.throws(load('/hooks/out'), {
    message:
      'plugin acme: page acme-0: its path /hooks/out begins like the route GET /hooks/in; choose another first segment',
  })
  for (const path of ['/api/v2', '/metrics', '/assets/x', '/page-files'])
    t.throws(load(path), { message: /begins like/ }, path)
  t.end()
})
