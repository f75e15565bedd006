import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cli, folder, processesOn } from './test-cli.js'

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
const broken = { name: 'broken', summary: 'throw', async run() { null.x } }
export const plugin = { name: 'comments', contract: 1, after: [], register(host) {
  host.setting(limit)
  host.command({ name: 'comments', summary: 'look at comments', commands: [count, find, fail, broken] })
} }`

t.test('a plugin of PLUGINS has commands like the program', async (t) => {
  const base = folder(t)
  const file = join(base, 'comments.mjs')
  writeFileSync(file, comments)
  const environment = { DATA_DIR: join(base, 'data'), PLUGINS: file, COMMENTS_LIMIT: '7' }
  const run = (...args: readonly string[]) => cli(args, environment)

  t.match((await run('--help')).out, /^ {2}comments +look at comments$/m)
  t.match((await run('comments', 'find', '--help')).out, /<workspace>/)
  t.same(await run('comments', 'count'), { code: 0, out: 'USERS  LIMIT\n0      7\n', err: '' })
  const unknown = await run('comments', 'find', 'acme')
  t.same([unknown.code, unknown.out, unknown.err], [1, '', 'unknown workspace acme\n'])
  t.same(await run('comments', 'fail'), { code: 1, out: '', err: '' })
  const broken = await run('comments', 'broken')
  t.equal(broken.code, 1)
  t.match(broken.err, /^plugin comments: command comments broken: .*null.*\n$/)
  const wrong = await cli(['comments', 'count'], { ...environment, COMMENTS_LIMIT: 'x' })
  t.same([wrong.code, wrong.err], [2, 'COMMENTS_LIMIT: must be a whole number\n'])
  const missing = await cli(['comments', 'count'], { ...environment, PLUGINS: join(base, 'nowhere.mjs') })
  t.equal(missing.code, 1)
  t.match(missing.err, /^PLUGINS: .*nowhere\.mjs cannot be loaded: .*\n$/)
  t.same(processesOn(base), [], 'the engines are stopped')
})
