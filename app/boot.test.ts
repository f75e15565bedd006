import t from 'tap'
import Type from 'typebox'
import {
  aggregate,
  column,
  countDistinct,
  open,
  resolveField,
  rowsOf,
  scan,
  series,
  serviceRef,
  type AnalyticsStore,
  type MetricDefinition,
  type Plugin,
} from '../contract/index.js'
import {
  accounts,
  demoAccess,
  demoStore,
  emptyRecords,
  keepingLog,
  now,
  settings,
  tokenKey,
} from '../test/support/demo-service.js'
import { demo } from '../test/support/demo-plugin.js'
import { createService, type Service } from './service.js'
import { buildContainer, type Container } from './container.js'
import { loadRegistry } from './load-registry.js'
import { metric, noParams, plugin } from '../test/support/make-plugin.js'
import { RegistrationError } from '../core/kernel/registration-error.js'
import { selfCheck } from './self-check.js'

/** tap cannot rename awilix's errors, as throws() would. */
function messageOf(failing: () => unknown): string {
  try {
    failing()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const odderRoute = {
  method: 'POST',
  path: '/odd',
  summary: '',
  tag: '',
  access: open,
  handle: () => Promise.resolve({}),
} as const

const analytics = await demoStore()

function containerOf(plugins: readonly Plugin[], store: AnalyticsStore = analytics): Container {
  const given = {
    settings,
    log: keepingLog([]),
    clock: () => now,
    newId: (prefix: string) => prefix,
    tokenKey,
  }
  return buildContainer({ ...given, analytics: store, records: emptyRecords() }, loadRegistry(plugins))
}

t.test('the self-check stops the start and says why', (t) => {
  const refused = (expected: RegExp, plugins: readonly Plugin[], store?: AnalyticsStore): void =>
    void t.throws(() => selfCheck(containerOf(plugins, store)), {
      name: 'RegistrationError',
      message: expected,
    })
  const withMetric = (definition: Partial<MetricDefinition<typeof noParams>>): Plugin[] => [
    accounts,
    plugin('p', (host) => host.metric(metric(definition))),
  ]
  t.doesNotThrow(() => selfCheck(containerOf([accounts, demo])))
  refused(/service accessControl: must be supplied by a plugin/, [demo])
  refused(
    /plugin p: metric events: unknown column nowhere/,
    withMetric({ plan: (question) => series(question, countDistinct(column('nowhere'))) }),
  )
  refused(
    /must have a column value/,
    withMetric({ plan: (question) => aggregate(rowsOf(question), { bucket: column('seq') }, {}) }),
  )
  refused(/must be sorted/, withMetric({ answer: 'page', plan: (question) => rowsOf(question) }))
  const picky = {
    ...analytics,
    compile: () => {
      throw new Error('cannot say that')
    },
  }
  refused(/plugin p: metric events: cannot say that/, withMetric({}), picky)

  const field = Type.Object({ field: Type.String() })
  const byField = {
    ...metric(),
    source: 'logs',
    params: field,
    breakdown: (params: { field: string }) => params.field,
  } as const
  t.doesNotThrow(
    () => selfCheck(containerOf([accounts, plugin('p', (host) => host.metric(byField))])),
    'a text that must be a field',
  )
  const never = metric({
    plan: () => {
      resolveField('logs', 'nowhere')
      return scan('logs')
    },
  })
  refused(/unknown field/, [accounts, plugin('p', (host) => host.metric(never))])

  const needs = (name: string, needed: string): Plugin =>
    plugin(name, (host) =>
      host.service(serviceRef(name), (dependencies) => ({ other: dependencies.use(serviceRef(needed)) })),
    )
  refused(/plugin needy: service needy: .*service:missing/s, [accounts, needs('needy', 'missing')])
  refused(/Cyclic dependencies/, [accounts, needs('one', 'two'), needs('two', 'one')])
  t.end()
})

t.test('services are made once, and requests have scopes of their own', (t) => {
  let made = 0
  const ref = serviceRef<{ readonly name: string }>('counted')
  const container = containerOf([
    accounts,
    plugin('p', (host) => host.service(ref, ({ newId }) => ({ name: newId(`made-${(made += 1)}`) }))),
  ])
  t.equal(container.cradle.use(ref).name, 'made-1')
  t.equal(container.cradle.use(ref).name, 'made-1')
  t.equal(container.cradle.accessControl, demoAccess)
  t.match(
    messageOf(() => container.resolve('ask')),
    /request/,
    'outside a request there is nobody to ask',
  )
  t.end()
})

t.test('a service starts and closes in order', async (t) => {
  const calls: string[] = []
  const living = (name: string, start: () => Promise<void> = () => Promise.resolve()): Plugin =>
    plugin(name, (host) => {
      host.migrations(new URL(`file:///${name}/`))
      host.service(serviceRef(name), () => ({
        start() {
          calls.push(`start ${name}`)
          return start()
        },
        close() {
          calls.push(`close ${name}`)
          return name === 'one' ? Promise.reject(new Error('stuck')) : Promise.resolve()
        },
      }))
    })
  const store = {
    ...analytics,
    close: () => {
      calls.push('close analytics')
      return Promise.resolve()
    },
  }
  const start = (...plugins: readonly Plugin[]): Promise<Service> =>
    createService({
      settings,
      plugins: [accounts, ...plugins],
      analytics: store,
      records: emptyRecords(calls),
      log: keepingLog([]),
      tokenKey,
    })

  const service = await start(living('one'), living('two'))
  t.equal(service.phase, 'ready')
  t.same(calls, ['migrate one', 'migrate two', 'start one', 'start two'])
  calls.length = 0
  await Promise.all([service.close(), service.close()])
  t.same(calls, ['close two', 'close one', 'close analytics', 'close records'])
  t.equal(service.phase, 'closed')

  calls.length = 0
  const failing = start(
    living('two'),
    living('three', () => Promise.reject(new Error('no port'))),
  )
  await t.rejects(failing, /plugin three: service three: could not start: no port/)
  t.same(
    calls.slice(-2),
    ['start three', 'close two'],
    'what had started is closed, the stores are left alone',
  )

  calls.length = 0
  const wrong = plugin('wrong', (host) => host.metric(metric({ plan: () => scan('events') })))
  await t.rejects(start(living('two'), wrong), RegistrationError)
  const odd = plugin('odd', (host) =>
    host.route({ ...odderRoute, body: Type.Object({ a: { type: 'string', nonsense: 1 } as never }) }),
  )
  await t.rejects(start(living('two'), odd), {
    plugin: 'odd',
    subject: 'route POST /odd',
    message: /nonsense/,
  })
  t.same(calls, [], 'a fault that can be seen is seen before anything is touched')

  const taken = await start()
  const { port } = await taken.listen(0, '127.0.0.1')
  await t.rejects(taken.listen(port, '127.0.0.1'), /EADDRINUSE/)
  await taken.close()
})
