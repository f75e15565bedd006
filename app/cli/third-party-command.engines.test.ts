import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cli, folder, freePort, processesOn, run } from './test-cli.js'

/** A plugin as a third party would write it, without a compiler. */
const comments = `
const string = { type: 'string' }
const workspace = { type: 'object', properties: { workspace: string }, required: ['workspace'] }
const limit = { name: 'COMMENTS_LIMIT', schema: { type: 'integer' }, default: 20, description: 'comments per question' }
const count = { name: 'count', summary: 'count the users', async run(command) {
  const [row] = await command.withRecords('ask the service', ({ records }) => records.query('SELECT count(*)::int AS users FROM users'))
  command.table([['USERS', 'LIMIT'], [String(row.users), String(command.setting(limit))]])
} }
const find = { name: 'find', summary: 'find a workspace', arguments: workspace, async run(command, { workspace }) {
  await command.withStores('ask the service', async (stores) => command.say((await stores.workspace(workspace)).id))
} }
const fail = { name: 'fail', summary: 'fail without a word', async run(command) { command.fail() } }
const serve = { name: 'serve', summary: 'serve', arguments: { type: 'object', properties: { then: string } }, async run(command, { then }) {
  await command.serve(async ({ url, settings, setupCode }) => {
    const { status } = await fetch(url + '/readyz')
    command.say([status, settings.databaseUrl, (await setupCode()) !== null].join(' '))
    if (then === 'fail') null.x
    return then
  }, { embedded: true })
} }
const broken = { name: 'broken', summary: 'throw', async run() { null.x } }
export const plugin = { name: 'comments', contract: 1, after: [], register(host) {
  host.setting(limit)
  host.command({ name: 'comments', summary: 'look at comments', commands: [count, find, fail, broken, serve] })
} }`

t.test('a plugin of PLUGINS has commands like the program', async (t) => {
  const base = folder(t)
  const file = join(base, 'comments.mjs')
  writeFileSync(file, comments)
  const environment = { DATA_DIR: join(base, 'data'), PLUGINS: file, COMMENTS_LIMIT: '7' }
  const said = (...args: readonly string[]) => cli(args, environment)

  t.match((await said('--help')).out, /^ {2}comments +look at comments$/m)
  t.match((await said('comments', 'find', '--help')).out, /<workspace>/)
  t.same(await said('comments', 'count'), { code: 0, out: 'USERS  LIMIT\n0      7\n', err: '' })
  const unknown = await said('comments', 'find', 'acme')
  t.same([unknown.code, unknown.out, unknown.err], [1, '', 'unknown workspace acme\n'])
  t.same(await said('comments', 'fail'), { code: 1, out: '', err: '' })
  const broken = await said('comments', 'broken')
  t.equal(broken.code, 1)
  t.match(broken.err, /^plugin comments: command comments broken: .*null.*\n$/)
  const wrong = await cli(['comments', 'count'], { ...environment, COMMENTS_LIMIT: 'x' })
  t.same([wrong.code, wrong.err], [2, 'COMMENTS_LIMIT: must be a whole number\n'])
  const missing = await cli(['comments', 'count'], { ...environment, PLUGINS: join(base, 'nowhere.mjs') })
  t.equal(missing.code, 1)
  t.match(missing.err, /^PLUGINS: .*nowhere\.mjs cannot be loaded: .*\n$/)
  t.same(processesOn(base), [], 'the engines are stopped')
})

t.test('a command of a plugin runs the service', async (t) => {
  const base = folder(t)
  const file = join(base, 'comments.mjs')
  writeFileSync(file, comments)
  const DATABASE_URL = 'postgres://production/x'
  const environment = { DATA_DIR: join(base, 'data'), PLUGINS: file, PORT: await freePort(), DATABASE_URL }
  const ended = await cli(['comments', 'serve', 'end'], environment)
  t.same([ended.code, ended.out], [0, '200  true\n'], ended.err)
  const failed = await cli(['comments', 'serve', 'fail'], environment)
  t.same([failed.code, failed.out], [1, '200  true\n'])
  t.match(failed.err, /^plugin comments: command comments serve: .*null.*$/m)
  t.same(processesOn(base), [], 'both have stopped the service')
  const serving = run(['comments', 'serve', 'serve'], environment)
  t.teardown(() => serving.child.kill('SIGKILL'))
  await serving.seen('200  true')
  t.equal((await fetch(`http://127.0.0.1:${environment.PORT}/readyz`)).status, 200)
  serving.child.kill('SIGTERM')
  t.equal((await serving.ended).code, 0)
  t.same(processesOn(base), [])
})
