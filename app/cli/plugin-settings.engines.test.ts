import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ask, cli, folder, freePort, run } from './test-cli.js'

const secret = 'a token that no line shows'

/** A plugin as a third party would write it, without a compiler. */
const comments = `
const limit = { name: 'COMMENTS_LIMIT', schema: { type: 'integer', minimum: 1, maximum: 100 }, default: 20, description: 'comments per question' }
const token = { name: 'COMMENTS_TOKEN', schema: { type: 'string', minLength: 8 }, description: 'the token of the mail service', secret: true }
export const plugin = { name: 'comments', contract: 1, after: [], register(host) {
  host.setting(limit)
  host.setting(token)
  host.check({ name: 'comments', async run({ setting, workspaces }) {
    return [{ status: 'warn', subject: 'comments', words: setting(limit) + ' in ' + (await workspaces()).length + ' workspaces' }]
  } })
  host.check({ name: 'broken', async run() { null.x } })
  host.route({
    method: 'GET', path: '/api/v1/comments/limit', summary: 'The limit', tag: 'Comments', access: { kind: 'public' },
    rateLimit: { group: 'comments', tries: limit, seconds: 60 },
    handle: async (ask) => ({ limit: ask.setting(limit), length: ask.setting(token)?.length ?? null }),
  })
} }`

t.test('a plugin of PLUGINS has settings like the service', async (t) => {
  const base = folder(t)
  const file = (name: string, content: string): string => {
    writeFileSync(join(base, name), content)
    return join(base, name)
  }
  const plugin = file('comments.mjs', comments)
  const throwing = file(
    'throwing.mjs',
    comments.replace('secret: true }', "check() { throw new Error('oops') } }"),
  )
  const taken = file('taken.mjs', comments.replaceAll('COMMENTS_LIMIT', 'QUERY_ROWS'))
  const config = (name: string, settings: object): string =>
    file(name, JSON.stringify({ PLUGINS: plugin, ...settings }))
  const good = config('good.json', { COMMENTS_LIMIT: 2, COMMENTS_TOKEN_FILE: file('token', `${secret}\n`) })
  const start = (settings: string, environment: Readonly<Record<string, string>> = {}) =>
    cli(['start', '--config', settings], { DATA_DIR: join(base, 'none'), ...environment })

  const misspelt = await start(config('misspelt.json', { COMMENTS_LIMITS: 2 }), { COMMENTS_LIMIT: '0' })
  t.same(misspelt, {
    code: 2,
    out: '',
    err: 'COMMENTS_LIMITS: unknown setting; did you mean COMMENTS_LIMIT?\nCOMMENTS_LIMIT: must be a whole number from 1 to 100\n',
  })
  const short = await start(good, { COMMENTS_TOKEN: 'short' })
  t.same([short.code, short.err], [2, 'COMMENTS_TOKEN: must be a string of at least 8 characters\n'])
  const thrown = await start(good, { PLUGINS: throwing, COMMENTS_TOKEN: secret })
  t.match(thrown, { code: 2, err: 'COMMENTS_TOKEN: cannot be checked: plugin comments: oops\n' })
  const twice = await start(good, { PLUGINS: taken })
  t.match(twice, { code: 1, err: 'plugin comments: setting QUERY_ROWS: is already registered by core\n' })
  const help = await cli(['--help'], { PLUGINS: taken })
  t.match(help, { code: 0, out: /doctor/ }, 'the program can be asked without its plugins')

  const port = await freePort()
  const environment = { DATA_DIR: join(base, 'data'), PORT: port, SEXTANT_CONFIG: good, LOG_LEVEL: 'debug' }
  const service = run(['start'], environment)
  await service.seen('"ready at')
  const url = `http://127.0.0.1:${port}/api/v1/comments/limit`
  t.same((await ask('GET', url)).body, { limit: 2, length: secret.length })
  t.equal((await ask('GET', url)).status, 200)
  const refused = await ask('GET', url)
  t.equal(refused.status, 429)
  t.match(refused.body.message, /\(COMMENTS_LIMIT\)$/)
  const doctor = await cli(['doctor'], environment)
  t.match(doctor.out, /^ok {4}settings of comments: COMMENTS_LIMIT 2, COMMENTS_TOKEN set$/m)
  t.notMatch(doctor.out, 'in 0 workspaces', 'a check needs the stores, which the service uses')
  service.child.kill('SIGTERM')
  const { code, out, err } = await service.ended
  t.equal(code, 0)
  const alone = await cli(['doctor'], environment)
  t.equal(alone.code, 1, 'a check that throws fails')
  t.match(alone.out, /^warn {2}comments: 2 in 0 workspaces$/m)
  t.match(alone.out, /^fail {2}broken: plugin comments: .*null/m)
  t.match(alone.out, /^ok {4}workspaces: none yet$/m)
  t.notMatch(`${out}${err}${doctor.out}${doctor.err}${alone.out}${alone.err}`, secret)
})
