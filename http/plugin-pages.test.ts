import { symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import {
  definePlugin,
  defineSetting,
  globally,
  inWorkspace,
  raisedBy,
  workspaceRoles,
  type PageDefinition,
  type Plugin,
  type WorkspaceRole,
} from '../contract/index.js'
import Type from 'typebox'
import { callTo } from '../test/support/http-client.js'
import { ingestSecret, queryKey, runDemo, tokenOf, workspace } from '../test/support/demo-service.js'

/** A page's files, how they are served, and who sees the page. */
const root = t.testdir({
  'secret.js': 'not to be served',
  outside: { 'kept.js': 'not to be served' },
  explorer: {
    'index.html': '<!doctype html><title>Explorer</title>',
    'frame.html': '<!doctype html><title>Frame</title>',
    assets: { 'app-1.js': 'let a' },
  },
  web: {
    'page.js': 'import "./lib/words.js"; export const mount = () => {}',
    'page.css': 'p{}',
    'page.html': '<script>not to be served</script>',
    'notes.md': 'not to be served',
    '.env': 'not to be served',
    lib: { 'words.js': 'export const a = 1', 'a picture.svg': '<svg/>', '.hidden.js': 'not to be served' },
    '.git': { 'config.json': 'not to be served' },
    node_modules: { lib: { 'index.js': 'not to be served' } },
  },
  alone: { 'page.mjs': 'export const mount = () => {}', 'beside.js': 'not to be served' },
  empty: {},
})
symlinkSync(join(root, 'secret.js'), join(root, 'web', 'linked.js'))
symlinkSync(join(root, 'outside'), join(root, 'web', 'linked'))
symlinkSync(join(root, 'secret.js'), join(root, 'alone', 'linked.js'))

const at = (path: string): URL => pathToFileURL(join(root, path))
const folder = (path: string): URL => pathToFileURL(`${join(root, path)}/`)
const common = { summary: 'A page', access: inWorkspace('viewer') }

const minRole = defineSetting({
  name: 'ACME_MIN_ROLE',
  schema: Type.Enum([...workspaceRoles]),
  default: 'viewer',
  description: 'the lowest role that sees a page',
})

const pages: readonly PageDefinition[] = [
  {
    ...common,
    key: 'acme-all',
    title: 'All',
    group: 'Analyze',
    icon: 'table',
    path: '/acme',
    module: at('web/page.js'),
    styles: [at('web/page.css')],
    folder: folder('web'),
  },
  {
    ...common,
    key: 'acme-editor',
    title: 'B',
    path: '/acme/b',
    module: at('alone/page.mjs'),
    access: inWorkspace('editor'),
  },
  {
    ...common,
    key: 'acme-admin',
    title: 'C',
    path: '/acme/:id',
    module: at('alone/page.mjs'),
    access: inWorkspace('admin'),
  },
  {
    ...common,
    key: 'acme-platform',
    title: 'D',
    path: '/acme/d/:id',
    module: at('alone/page.mjs'),
    access: globally('platform'),
  },
  {
    ...common,
    key: 'acme-raised',
    title: 'E',
    path: '/acme/d/e/f',
    module: at('alone/page.mjs'),
    access: raisedBy(minRole),
  },
]

const acmeWith = (...list: readonly object[]): Plugin =>
  definePlugin({
    name: 'acme',
    contract: 1,
    after: [],
    register(host) {
      host.setting(minRole)
      for (const one of list) host.page(one as PageDefinition)
    },
  })

const explorer = definePlugin({
  name: 'explorer',
  contract: 1,
  after: [],
  register: (host) => host.pages(folder('explorer'), ['/trends', '/people/:id']),
})

const settings = { declared: { ACME_MIN_ROLE: 'admin' satisfies WorkspaceRole } }
const running = await runDemo({ plugins: [explorer, acmeWith(...pages)], settings })
t.teardown(() => running.service.close())
const call = callTo(running.url)
const inOne = { 'x-workspace-id': workspace.id }
const listAs = async (as: string) => call('/api/v1/pages', { as, headers: inOne })
const [all] = (await listAs(await tokenOf('usr_viewer'))).body.data as readonly [
  { readonly module: string; readonly styles: readonly string[] },
]

/** Sends path and headers unchanged; fetch would normalize them. */
const raw = (path: string, header = 'Accept: text/html'): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\nConnection: close\r\n\r\n`)
  })

t.test('who sees which page', async (t) => {
  const keysOf = async (as: string): Promise<readonly string[]> => {
    const { status, body } = await listAs(as)
    t.equal(status, 200)
    return body.data.map(({ key }: { readonly key: string }) => key)
  }
  const editor = ['acme-all', 'acme-editor']
  const admin = [...editor, 'acme-admin', 'acme-raised']
  t.strictSame(await keysOf(await tokenOf('usr_viewer')), ['acme-all'])
  t.strictSame(await keysOf(await tokenOf('usr_editor')), editor)
  t.strictSame(await keysOf(await tokenOf('usr_admin')), admin)
  t.strictSame(await keysOf(await tokenOf('usr_platform')), [
    ...editor,
    'acme-admin',
    'acme-platform',
    'acme-raised',
  ])
  t.strictSame(await keysOf(queryKey), ['acme-all'], 'a key is a viewer')
  t.equal((await call('/api/v1/pages', { headers: inOne })).status, 401)
  t.equal((await call('/api/v1/pages', { as: await tokenOf('usr_viewer') })).status, 422, 'of a workspace')
  t.equal((await listAs(await tokenOf('usr_stranger'))).status, 403)
  t.equal((await listAs(ingestSecret)).status, 403)
})

t.test('a page as the explorer gets it', async (t) => {
  const { module, styles, ...rest } = all as Readonly<Record<string, unknown>>
  t.strictSame(rest, {
    key: 'acme-all',
    plugin: 'acme',
    title: 'All',
    summary: 'A page',
    group: 'Analyze',
    icon: 'table',
    path: '/acme',
  })
  t.match(module, /^\/page-files\/acme\/acme-all\/[\w-]{20}\/page\.js$/)
  t.match(styles, [/^\/page-files\/acme\/acme-all\/[\w-]{20}\/page\.css$/])
})

t.test('files are served with their types, for ever, to documents without an origin', async (t) => {
  const types = [
    [all.module, 'text/javascript; charset=utf-8'],
    [all.styles[0] ?? '', 'text/css; charset=utf-8'],
    [new URL('lib/words.js', running.url + all.module).pathname, 'text/javascript; charset=utf-8'],
    [new URL('lib/a picture.svg', running.url + all.module).pathname, 'image/svg+xml'],
  ] as const
  for (const [path, type] of types) {
    const { status, headers, text } = await call(path, {
      headers: { origin: 'null', 'sec-fetch-site': 'cross-site' },
    })
    t.equal(status, 200, path)
    t.not(text, '')
    t.equal(headers.get('content-type'), type)
    t.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    t.equal(headers.get('x-content-type-options'), 'nosniff')
    t.equal(headers.get('access-control-allow-origin'), '*')
    t.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    t.match(headers.get('content-security-policy'), /^sandbox;default-src 'none'/)
    const etag = headers.get('etag') ?? ''
    t.match(etag, /^"[\w-]{43}"$/)
    t.match(await raw(path, `If-None-Match: ${etag}`), /^HTTP\/1\.1 304 [^]*\r\n\r\n$/)
    t.match(await raw(path, 'If-None-Match: "another"'), /^HTTP\/1\.1 200 /)
  }
  const head = await call(all.module, { method: 'HEAD' })
  t.equal(head.status, 200)
  t.equal(head.text, '')
  t.equal((await call(all.module, { method: 'POST' })).status, 404)
})

t.test('the document of a page is sandboxed, and its assets reach it', async (t) => {
  const frame = await call('/frame.html')
  const policy = frame.headers.get('content-security-policy') ?? ''
  t.match(policy, /(^|;)sandbox allow-scripts /)
  t.notMatch(policy, /allow-same-origin|unsafe|allow-top-navigation/)
  t.match(policy, /frame-ancestors 'self'(;|$)/)
  const index = await call('/index.html')
  t.match(index.headers.get('content-security-policy'), /frame-ancestors 'none'(;|$)/)
  t.notMatch(index.headers.get('content-security-policy'), /sandbox/)
  t.equal(index.headers.get('access-control-allow-origin'), null)
  const asset = await call('/assets/app-1.js')
  t.equal(asset.headers.get('access-control-allow-origin'), '*')
  t.equal(asset.headers.get('cross-origin-resource-policy'), 'cross-origin')
})

t.test('nothing else is served', async (t) => {
  const prefix = all.module.slice(0, -'page.js'.length)
  const [alone = ''] = (await listAs(await tokenOf('usr_editor'))).body.data
    .filter(({ key }: { readonly key: string }) => key === 'acme-editor')
    .map(({ module }: { readonly module: string }) => module)
  t.match(alone, /page\.mjs$/)
  t.match(await raw(all.module), /^HTTP\/1\.1 200 /)
  const others = [
    ...['page.html', 'notes.md', '.env', '.git/config.json', 'lib/.hidden.js', 'node_modules/lib/index.js'],
    ...['linked.js', 'linked/kept.js', 'lib', 'lib/', '', 'lib//words.js', './lib/words.js', 'page.js/'],
    ...['../secret.js', '../../../../secret.js', '..%2fsecret.js', '%2e%2e/secret.js', '..\\secret.js'],
    ...['lib/../../secret.js', 'lib/%2e%2e/%2e%2e/secret.js', 'page.js%00.svg', '%2e%2e%5csecret.js'],
  ].map((path) => prefix + path)
  const beside = alone.replace('page.mjs', 'beside.js')
  const stale = all.module.replace(/[\w-]{20}(?=\/page\.js)/, 'A'.repeat(20))
  for (const path of [...others, beside, stale, '/page-files/', '/page-files/acme', `/${all.module}`]) {
    const answer = await raw(path)
    t.match(answer, /^HTTP\/1\.1 4\d\d |^HTTP\/1\.1 200 OK[^]*<title>Explorer/, path)
    t.notMatch(answer, 'not to be served', path)
    if (path.startsWith('/page-files/')) t.match(answer, /^HTTP\/1\.1 4\d\d /, path)
  }
})

t.test('the address changes with the content of any file', async (t) => {
  const moduleOf = async (words: string): Promise<string> => {
    const own = t.testdir({ [words]: { 'page.js': 'export {}', 'words.js': words } })
    const below = join(own, words)
    const page = {
      ...pages[0],
      styles: [],
      folder: pathToFileURL(`${below}/`),
      module: pathToFileURL(join(below, 'page.js')),
    }
    const { service, url } = await runDemo({ plugins: [acmeWith(page)] })
    const { body } = await callTo(url)('/api/v1/pages', { as: await tokenOf('usr_viewer'), headers: inOne })
    await service.close()
    return String(body.data[0].module)
  }
  const first = await moduleOf('one')
  t.not(await moduleOf('two'), first)
  t.equal(await moduleOf('one'), first)
})

t.test('a page that cannot be served stops the start and names its plugin', async (t) => {
  const rejected: readonly (readonly [object, RegExp])[] = [
    [
      { module: at('web/gone.js') },
      /acme: page acme-all: .*gone\.js cannot be read as a file; build it first/,
    ],
    [{ module: at('alone/linked.js') }, /acme: page acme-all: .*linked\.js cannot be read as a file/],
    [
      { module: at('empty/page.js'), folder: folder('empty') },
      /acme: page acme-all: .*page\.js cannot be read/,
    ],
    [
      { styles: [at('web/page.css'), at('alone/page.css'), at('web/page.css')] },
      /acme: page acme-all: it has two files page\.css; declare a folder/,
    ],
  ]
  for (const [change, message] of rejected) {
    const page = {
      ...common,
      key: 'acme-all',
      title: 'All',
      path: '/acme',
      module: at('web/page.js'),
      ...change,
    }
    await t.rejects(runDemo({ plugins: [acmeWith(page)] }), { name: 'RegistrationError', message })
  }
})
