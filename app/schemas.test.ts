import Type, { type TObject } from 'typebox'
import t from 'tap'
import { definePlugin, type Plugin } from '../contract/index.js'
import { createMetricFinder } from '../http/find-metric.js'
import { routeTable } from '../http/route-table.js'
import { validate } from '../http/validate.js'
import { createValidators } from '../http/validators.js'
import { builtInPlugins } from '../plugins/index.js'
import { testService } from '../test/kit/service.js'
import { declaredChannels } from './declared-channels.js'
import { loadRegistry } from './load-registry.js'

t.test('every schema of the built-in plugins compiles, which their first use relies on', async (t) => {
  const registry = loadRegistry(builtInPlugins)
  const validators = createValidators()
  t.doesNotThrow(() => createMetricFinder(registry, () => validators))
  t.doesNotThrow(() => declaredChannels(registry, () => validators))
  for (const route of routeTable(registry)) t.doesNotThrow(() => validate(route, validators))
})

t.test('an invalid schema of another plugin stops the start', async (t) => {
  const plugin = (query: TObject): Plugin =>
    definePlugin({
      name: 'other',
      contract: 1,
      after: [],
      register(host) {
        host.route({
          method: 'GET',
          path: '/api/v1/other',
          summary: 'Another route',
          tag: 'other',
          access: { kind: 'public' },
          query,
          response: Type.Object({}),
          handle: () => Promise.resolve({}),
        })
      },
    })
  const service = await testService({ plugins: [plugin(Type.Object({ a: Type.String() }))] })
  t.equal((await service.call('GET', '/api/v1/other', { query: { a: 'b' } })).status, 200)
  await service.close()
  const invalid = plugin(Type.Object({ a: Type.Unsafe({ type: 'string', minLenght: 1 }) }))
  await t.rejects(
    testService({ plugins: [invalid] }).then((started) => started.close()),
    { message: /plugin other.*GET \/api\/v1\/other.*unknown keyword: "minLenght"/ },
  )
})
