import t from 'tap'
import Type from 'typebox'
import { loadRegistry } from '../../app/load-registry.js'
import {
  defineSetting,
  open,
  raisedBy,
  settingRef,
  type Plugin,
  type PluginHost,
  type SettingDefinition,
} from '../../contract/index.js'
import { settings } from '../../test/support/demo-service.js'
import { createSettingReader } from './setting-reader.js'
import { plugin } from '../../test/support/make-plugin.js'

const limit = defineSetting({
  name: 'COMMENTS_LIMIT',
  schema: Type.Integer(),
  default: 20,
  description: 'comments per question',
})
const token = defineSetting({
  name: 'COMMENTS_TOKEN',
  schema: Type.String(),
  description: 'the token of the mail service',
  secret: true,
})

t.test('a setting has a value of its type', (t) => {
  const registry = loadRegistry([
    plugin('comments', (host) => {
      host.setting(limit)
      host.setting(token)
    }),
  ])
  const read = createSettingReader(registry, { ...settings, declared: { COMMENTS_LIMIT: 7 } })
  const most: number = read(limit)
  const secret: string | null = read(token)
  t.strictSame([most, secret], [7, null])
  t.equal(createSettingReader(registry, settings)(limit), 20, 'the default')
  t.equal(read(settingRef<number>('COMMENTS_LIMIT')), 7, 'by the name alone')
  t.throws(() => read(settingRef('NOT_DECLARED')), /no plugin declares the setting NOT_DECLARED/)
  t.end()
})

t.test('an invalid declaration is refused by name', (t) => {
  const refused = (expected: RegExp, ...plugins: readonly Plugin[]): void =>
    void t.throws(() => loadRegistry(plugins), { name: 'RegistrationError', message: expected })
  const declares = (change: Partial<SettingDefinition> | ((host: PluginHost) => void)): Plugin =>
    plugin('p', (host) =>
      typeof change === 'function' ? change(host) : host.setting({ ...limit, ...change }),
    )
  refused(
    /plugin q: setting COMMENTS_LIMIT: is already registered by p/,
    declares({}),
    plugin('q', (host) => host.setting(limit)),
  )
  refused(/plugin p: setting QUERY_ROWS: is already registered by core/, declares({ name: 'QUERY_ROWS' }))
  for (const name of ['comments_limit', 'PATH', 'Comments', '', 7 as never])
    refused(/plugin p: setting .*: its name must be two or more words in capitals/, declares({ name }))
  for (const name of ['NODE_OPTIONS', 'SEXTANT_CONFIG'])
    refused(/its name must not begin with NODE_/, declares({ name }))
  refused(/its name must not end with _FILE/, declares({ name: 'JWT_SECRET_FILE' }))
  refused(/description is required/, declares({ description: ' ' }))
  for (const schema of [Type.Array(Type.String()), Type.Enum([1, 2]), undefined as never, null as never])
    refused(/its schema must be a string, number/, declares({ schema }))
  refused(/its default must be a string, number or boolean/, declares({ default: [] }))
  const route = {
    method: 'GET',
    path: '/a',
    summary: '',
    tag: '',
    access: open,
    handle: () => Promise.resolve({}),
  } as const
  refused(
    /route GET \/a: no plugin declares its setting NOT_DECLARED/,
    declares((host) =>
      host.route({ ...route, rateLimit: { group: 'g', tries: settingRef('NOT_DECLARED'), seconds: 60 } }),
    ),
  )
  refused(
    /route GET \/a: no plugin declares its setting NOT_DECLARED/,
    declares((host) => host.route({ ...route, access: raisedBy(settingRef('NOT_DECLARED')) })),
  )
  let kept: PluginHost | undefined
  loadRegistry([declares((host) => void (kept = host))])
  t.throws(() => kept?.setting(limit), /setting COMMENTS_LIMIT: is declared after the start/)
  t.end()
})
