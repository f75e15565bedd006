import { randomInt } from 'node:crypto'
import t from 'tap'
import type { WorkspaceRef } from '../../../contract/index.js'
import { testEngines } from '../../../test/support/engines.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { connect } from '../connection.js'
import { singleServer } from '../cluster/servers.js'
import { createClickHouseStore } from '../store.js'
import type { BorrowedReader, AccountPoolOptions } from './accounts.js'
import { aggregateNames, scalarNames } from './function-names.js'
import { guard } from './guard.js'
import { StatementError, readerRequests } from './request.js'
import { accountStatements, dropStatements, profileStatement } from './server-accounts.js'
import { budgetNames, fixedSettings } from './settings.js'
import { createAccountPool } from './account-pool.js'
import { readTree } from './tree.js'
import { event, openSandbox, usual } from './test-workspaces.js'

const sandbox = openSandbox(t)
const { sql, admin } = sandbox
const { clickhouse, secondClickhouse } = testEngines()
const pool = clickhouse.readers as AccountPoolOptions
const client = connect(clickhouse)
const requests = readerRequests(clickhouse.url)
const own = await sandbox.workspace({ events: [event('d1', 'open')] })
const other = await sandbox.workspace({ events: [event('d2', 'foreign')] })
t.teardown(async () => {
  requests.close()
  await client.close()
})

/** Runs a statement under the account, without the guard. */
const unguarded = (account: BorrowedReader, statement: string, settings: Record<string, string> = {}) =>
  requests.read({ account, statement, settings, format: 'TSVRaw' }, 1_000_000).catch((error: unknown) => {
    if (error instanceof StatementError) return `rejected ${error.code}`
    throw error
  })

async function explain(statement: string): Promise<string> {
  const account = await createAccountPool(singleServer(client), pool).borrow(own)
  return unguarded(account, `EXPLAIN AST ${statement}`)
}

void t.test(
  'without the guard the account still reads nothing of others, but a function leaks',
  async (t) => {
    const account = await createAccountPool(singleServer(client), pool).borrow(own)
    const foreign = await createAccountPool(singleServer(client), pool).borrow(other)
    t.equal(await unguarded(account, 'SELECT event_name FROM events_v1'), 'open\n')
    t.not(account.user, foreign.user)
    for (const statement of [
      `SELECT * FROM w${other.number}.events_v1`,
      `SELECT * FROM w${own.number}.events_v1`,
      `SELECT * FROM \`${foreign.database}\`.events_v1`,
      `SELECT * FROM \`${foreign.database}\`.users_v1`,
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
      "SELECT * FROM url('http://127.0.0.1:1/', 'CSV', 'a String')",
      `SELECT * FROM remote('127.0.0.1', 'w${other.number}', 'events_v1')`,
      `INSERT INTO events_v1 SELECT * FROM events_v1`,
      'DROP TABLE events_v1',
      'CREATE TABLE pwned (a Int8) ENGINE = Memory',
      'CREATE TEMPORARY TABLE pwned (a Int8)',
      'SYSTEM SHUTDOWN',
      'KILL QUERY WHERE 1',
      'SET readonly = 0',
      'SELECT 1 SETTINGS readonly = 0',
      'SELECT 1 SETTINGS max_execution_time = 0',
      'SELECT 1 SETTINGS max_memory_usage = 0',
      'SELECT 1 SETTINGS max_threads = 64',
      'SELECT 1 SETTINGS limit = 0',
      "SELECT 1 INTO OUTFILE '/tmp/sql_attack_layers'",
    ])
      t.match(await unguarded(account, statement), /^rejected \d+$/, statement)
    t.match(
      await unguarded({ ...account, user: foreign.user }, 'SELECT 1'),
      'rejected 516',
      'each has its own password',
    )
    t.match(
      await unguarded({ ...account, database: foreign.database }, 'SELECT count() FROM events_v1'),
      /^rejected/,
    )
    t.match(await unguarded(account, 'SELECT name FROM system.databases'), account.database)
    t.notMatch(await unguarded(account, 'SELECT name FROM system.databases'), foreign.database)
    const leaked = await unguarded(account, "SELECT file('/etc/passwd')")
    t.match(leaked, 'root:', 'the harness sees a hole: this one only the guard closes')
    await t.rejects(sql.query(own, "SELECT file('/etc/passwd')", usual), { code: 'VALIDATION_ERROR' })
  },
)

void t.test('without the account the guard still keeps others out', async (t) => {
  const foreign = `SELECT event_name FROM w${other.number}.events_v1`
  t.strictSame(
    await admin(foreign),
    [['foreign']],
    'the harness sees a hole: this one the guard and the account close',
  )
  const tree = await explain(foreign)
  t.throws(() => guard(foreign, tree, new Set()), { code: 'VALIDATION_ERROR' })
})

void t.test('unexpected or incomplete syntax trees are rejected', async (t) => {
  const text = 'SELECT a FROM events_v1'
  const tree = await explain(text)
  t.strictSame(guard(text, tree, new Set()), { plain: true })
  t.strictSame(
    guard('SELECT 1 UNION ALL SELECT 2', await explain('SELECT 1 UNION ALL SELECT 2'), new Set()),
    { plain: false },
  )
  const rejected = (canonical: string, ast: string, functions = new Set<string>()) =>
    t.throws(() => guard(canonical, ast, functions), { code: 'VALIDATION_ERROR' }, ast.slice(0, 200))
  rejected('SELECT a FROM events_v1 WHERE (SELECT 1)', tree)
  rejected('SELECT hidden(a) FROM events_v1', tree)
  rejected('SELECT `hidden`(a) FROM events_v1', tree)
  rejected('SELECT a AS `b\\n` FROM events_v1', tree)
  rejected(text, tree, new Set(['a']))
  rejected(text, tree.replace('Identifier a', 'Novelty a'))
  rejected(text, tree.replace('Identifier a', 'Identifier a (children 1)'))
  rejected(text, tree.replace('events_v1', 'x.events_v1'))
  rejected(text, `${tree}\n Set`)
  rejected(text, '')
  t.equal(readTree('SelectQuery\n  ExpressionList'), null, 'a child two deeper')
})

void t.test('accounts are reassigned when there are more workspaces than accounts', async (t) => {
  const accounts = createAccountPool(singleServer(client), { ...pool, count: 2 })
  const [first, second, third] = [own, other, await sandbox.workspace({ events: [event('d3', 'third')] })]
  const one = await accounts.borrow(first)
  const two = await accounts.borrow(second)
  t.not(one.user, two.user)
  await t.rejects(accounts.borrow(third), { code: 'UNAVAILABLE' }, 'an account in use is not taken away')
  one.release()
  one.release()
  const three = await accounts.borrow(third)
  t.equal(three.user, one.user)
  t.equal(await unguarded(three, 'SELECT event_name FROM events_v1'), 'third\n')
  t.match(
    await unguarded(one, 'SELECT * FROM events_v1'),
    /^rejected/,
    'the previous holder of the account finds nothing',
  )
  t.strictSame(
    (await sql.query(first, 'SELECT event_name FROM events_v1', usual)).rows,
    [['open']],
    'recreated',
  )
  two.release()
  three.release()
})

void t.test('the functions of the list are those of this engine', async (t) => {
  const known = new Set((await admin('SELECT lower(name) FROM system.functions')).map(([name]) => name))
  const listed = [...scalarNames.trim().split(/\s+/), ...aggregateNames.trim().split(/\s+/)]
  t.strictSame(
    listed.filter((name) => !known.has(name)),
    [],
  )
  t.ok(listed.length > 800 && listed.length < known.size * 0.8)
})

void t.test('a server that cannot create accounts runs no SQL', async (t) => {
  const store = createClickHouseStore({ connection: secondClickhouse, log: silentLog })
  const number = randomInt(1, 2 ** 40)
  const workspace: WorkspaceRef = { id: 'ws', number }
  await store.createWorkspace(workspace)
  const asked = async (): Promise<void> => {
    await store.sql?.query(workspace, 'SELECT 1', usual)
  }
  await t.rejects(asked(), {
    code: 'UNAVAILABLE',
    message: /may not create users/,
  })
  await store.dropWorkspace(workspace)
  const second = connect(secondClickhouse)
  const result = await second.query({
    query: `SELECT name FROM system.databases WHERE name LIKE '%${number}'`,
    format: 'JSONCompactEachRow',
  })
  t.strictSame(await result.json(), [])
  await second.close()
  await store.close()
})

void t.test('the statements for a server are valid', async (t) => {
  const settings = new Set((await admin('SELECT name FROM system.settings')).map(([name]) => String(name)))
  for (const name of [...Object.keys(fixedSettings), ...budgetNames]) t.ok(settings.has(name), name)
  for (const statement of [
    profileStatement(settings),
    ...accountStatements(7, 'secret'),
    ...dropStatements(7),
  ]) {
    const formatted = await client.query({
      query: 'SELECT formatQuerySingleLine({q:String})',
      query_params: { q: statement },
      format: 'JSONCompactEachRow',
    })
    t.ok((await formatted.json()).length, statement.slice(0, 60))
    t.notMatch(statement, 'secret')
  }
  t.match(
    profileStatement(settings),
    /readonly = 1, .* limit = 10001 MIN 1 MAX 10000001 CHANGEABLE_IN_READONLY/,
  )
  t.notMatch(profileStatement(new Set(['readonly'])), 'max_threads')
})
