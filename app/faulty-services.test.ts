import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { serviceRef, type Plugin } from '../contract/index.js'
import {
  accounts,
  demoStore,
  emptyRecords,
  keepingLog,
  now,
  settings,
  tokenKey,
} from '../test/support/demo-service.js'
import { plugin } from '../test/support/make-plugin.js'
import { buildContainer } from './container.js'
import { loadRegistry } from './load-registry.js'
import { migrateRecords } from './migrations.js'
import { selfCheck } from './self-check.js'
import { createServices, type Services } from './services.js'

/** The door service: what a plugin supplies throws, hangs or lies while the service starts and ends. */
const analytics = await demoStore()

interface Life {
  start?(): Promise<void> | void
  close?(): Promise<void> | void
}

const supplying = (name: string, life: unknown): Plugin =>
  plugin(name, (host) => host.service(serviceRef<Life>(name), () => life as Life))

function started(plugins: readonly Plugin[]) {
  const lines: { readonly level: string; readonly fields: object; readonly message: string }[] = []
  const given = {
    settings,
    log: keepingLog(lines as never),
    clock: () => now,
    newId: (prefix: string) => prefix,
    tokenKey,
  }
  const parts = { ...given, analytics, records: emptyRecords() }
  const container = buildContainer(parts, loadRegistry([accounts, ...plugins]))
  const services: Services = createServices(container, { startMs: 1, closeMs: 1 })
  return { container, services, lines }
}

t.test('a service that throws stops the start, named', async (t) => {
  const { services } = started([
    supplying('acme', {
      start() {
        throw new Error('no port')
      },
    }),
  ])
  await t.rejects(services.start(), { message: 'plugin acme: service acme: could not start: no port' })
})

t.test('a service that is no object stops the start, named', (t) => {
  for (const lie of [undefined, null, 'text', 7])
    t.throws(
      () => selfCheck(started([supplying('acme', lie)]).container),
      { message: 'plugin acme: service acme: make() must return an object' },
      String(lie),
    )
  t.doesNotThrow(
    () => selfCheck(started([supplying('acme', () => undefined)]).container),
    'a function is one',
  )
  t.end()
})

t.test('a service that never starts is named, again and again', async (t) => {
  let begin = (): void => undefined
  const { services, lines } = started([
    supplying('acme', { start: () => new Promise<void>((resolve) => (begin = resolve)) }),
  ])
  const starting = services.start()
  while (lines.length < 2) await pause(1)
  t.match(lines[0], {
    level: 'warn',
    fields: { plugin: 'acme', service: 'acme' },
    message: /^service acme of plugin acme is still starting after \d+ s$/,
  })
  begin()
  await starting
  const told = lines.length
  await pause(20)
  t.equal(lines.length, told, 'until it has started')
})

t.test('a service that never closes is named; one that throws keeps no other open', async (t) => {
  const closed: string[] = []
  let end = (): void => undefined
  const { services, lines } = started([
    supplying('first', { close: () => void closed.push('first') }),
    supplying('throws', { close: () => Promise.reject(new Error('stuck')) }),
    supplying('hangs', { close: () => new Promise<void>((resolve) => (end = resolve)) }),
  ])
  await services.start()
  const closing = services.close()
  while (lines.length < 1) await pause(1)
  t.match(lines[0], {
    level: 'warn',
    fields: { plugin: 'hangs', service: 'hangs' },
    message: /^service hangs of plugin hangs is still closing after \d+ s$/,
  })
  end()
  await closing
  t.match(lines.at(-1), { level: 'error', fields: { plugin: 'throws', service: 'throws' } })
  t.strictSame(closed, ['first'])
})

t.test('migrations that never end are named until they have', async (t) => {
  const lines: string[] = []
  let applied = (): void => undefined
  const migrating = migrateRecords(
    { migrations: [{ plugin: 'acme', directory: new URL('file:///acme/') }] },
    { migrate: () => new Promise<void>((resolve) => (applied = resolve)) },
    { warn: (_, message) => void lines.push(message) },
    1,
  )
  while (lines.length < 2) await pause(1)
  t.match(lines[0], /^the migrations of plugin acme still run after \d+ s$/)
  applied()
  await migrating
})
