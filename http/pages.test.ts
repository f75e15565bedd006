import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { definePlugin, open, type Plugin } from '../contract/index.js'
import { callTo } from '../test/support/http-client.js'
import { runDemo } from '../test/support/demo-service.js'

const root = t.testdir({
  secret: 'not to be served',
  web: {
    'index.html': '<!doctype html><title>Pages</title>',
    'robots.txt': 'User-agent: *',
    assets: { 'app-1a2b.js': 'let a = 1;'.repeat(600), 'app-1a2b.css': 'b{}', 'odd.bin': '\u0000' },
  },
  unbuilt: {},
})

const pagesOf = (name: string, folder: string): Plugin =>
  definePlugin({
    name,
    contract: 1,
    after: [],
    register: (host) => host.pages(pathToFileURL(`${join(root, folder)}/`)),
  })

const hooks = definePlugin({
  name: 'hooks',
  contract: 1,
  after: [],
  register: (host) =>
    host.route({
      method: 'POST',
      path: '/hooks/in',
      summary: 'No page',
      tag: 'Test',
      access: open,
      handle: () => Promise.resolve({ data: {} }),
    }),
})

const running = await runDemo({ plugins: [hooks, pagesOf('pages', 'web')] })
t.teardown(() => running.service.close())
const call = callTo(running.url)
const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
const isIndex = (text: string): boolean => text.includes('<title>Pages</title>')

t.test('the index answers for itself and for every view', async (t) => {
  for (const path of ['/', '/index.html', '/trends', '/people/a%2Fb?range=7d', '/deep/er/']) {
    const { status, headers, text } = await call(path, asBrowser)
    t.equal(status, 200, path)
    t.ok(isIndex(text), path)
    t.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    t.equal(headers.get('cache-control'), 'no-cache')
    t.match(headers.get('x-request-id'), /^req_/)
  }
  t.ok(isIndex((await call('/')).text), 'also for a client that says nothing of what it takes')
})

t.test('a strict policy', async (t) => {
  const { headers } = await call('/trends', asBrowser)
  const policy = headers.get('content-security-policy') ?? ''
  t.match(policy, /default-src 'self'(;|$)/)
  t.match(policy, /script-src 'self'(;|$)/)
  t.match(policy, /style-src 'self'(;|$)/)
  t.match(policy, /frame-ancestors 'none'(;|$)/)
  t.notMatch(policy, /unsafe|https?:|\*/)
  t.equal(headers.get('x-content-type-options'), 'nosniff')
})

t.test('files under their own paths, hashed ones for ever', async (t) => {
  const script = await call('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br' } })
  t.equal(script.status, 200)
  t.equal(script.text.length, 6000)
  t.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8')
  t.equal(script.headers.get('content-encoding'), 'br')
  t.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  const style = await call('/assets/app-1a2b.css')
  t.equal(style.headers.get('content-type'), 'text/css; charset=utf-8')
  t.equal((await call('/assets/odd.bin')).headers.get('content-type'), 'application/octet-stream')
  const robots = await call('/robots.txt')
  t.equal(robots.headers.get('cache-control'), 'no-cache')
  const head = await call('/trends', { method: 'HEAD', ...asBrowser })
  t.equal(head.status, 200)
  t.equal(head.text, '')
  t.equal(head.headers.get('content-length'), '35')
})

t.test('what belongs to the service stays its own', async (t) => {
  for (const path of ['/api/v1/nothing', '/api', '/docs/nothing', '/hooks/out', '/metrics/x']) {
    const { status, body } = await call(path, asBrowser)
    t.equal(status, 404, path)
    t.equal(body?.error, 'NOT_FOUND', path)
  }
  const wrongMethod = await call('/hooks/in', asBrowser)
  t.equal(wrongMethod.status, 405)
  t.equal(wrongMethod.body.error, 'METHOD_NOT_ALLOWED')
  for (const init of [{}, { headers: { accept: 'application/json' } }]) {
    const { status, body } = await call('/trends', init)
    t.equal(status, 404, 'a program that asks for no page')
    t.equal(body.error, 'NOT_FOUND')
  }
  t.equal((await call('/assets/gone-3c4d.js')).status, 404)
  t.equal((await call('/trends', { method: 'POST', ...asBrowser })).status, 404)
})

/** Sends the path unchanged; fetch would normalize it. */
const rawStatus = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  })

t.test('no path leads out of the folder', async (t) => {
  for (const path of [
    '/../secret',
    '/assets/../../secret',
    '/%2e%2e/secret',
    '/assets/..%2f..%2fsecret',
    '//secret',
    '/..\\secret',
  ]) {
    const answer = await rawStatus(path)
    t.match(answer, /^HTTP\/1\.1 40[04] /, path)
    t.notMatch(answer, 'not to be served', path)
  }
})

t.test('one folder, and one that is built', async (t) => {
  await t.rejects(runDemo({ plugins: [pagesOf('one', 'web'), pagesOf('two', 'web')] }), {
    message: 'plugin two: pages of the service: is already registered by one',
  })
  await t.rejects(runDemo({ plugins: [pagesOf('one', 'unbuilt')] }), {
    message: /plugin one: .*build them first/,
  })
  await t.rejects(runDemo({ plugins: [pagesOf('one', 'nowhere')] }), {
    message: /plugin one: .*build them first/,
  })
})
