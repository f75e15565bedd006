import { existsSync, readdirSync } from 'node:fs'
import t from 'tap'
import { ServiceError, sqlParameterTypes } from '../../../contract/index.js'
import { attacks, legitimate } from './test-attacks.js'
import { event, openSandbox, usual } from './test-workspaces.js'

const sandbox = openSandbox(t)
const { sql, admin } = sandbox
const rows = [event('d1', 'open', 0, { plan: 'pro' }), event('d2', 'buy', 1000, { plan: 'free' })]
const own = await sandbox.workspace({ events: rows })
const other = await sandbox.workspace({ events: [event('foreign-device', 'foreign-event')] })
const budget = { ...usual, timeMs: 1_000 }

const statement = (text: string): string => text.replaceAll('{other}', `w${other.number}`)

/** Everything that an attack could change. */
async function state(): Promise<unknown> {
  const databases = `('w${own.number}', 'w${other.number}')`
  return [
    await admin(
      `SELECT database, name, total_rows FROM system.tables WHERE database IN ${databases} ORDER BY ALL`,
    ),
    await admin(
      `SELECT name FROM system.databases WHERE NOT match(name, '^[rw][0-9_]+$') AND NOT startsWith(name, 'sextant_sql') ORDER BY name`,
    ),
    await admin(`SELECT name FROM system.functions WHERE origin != 'System'`),
    (await sql.query(own, 'SELECT event_name FROM events_v1 ORDER BY event_name', budget)).rows,
    readdirSync('/tmp').filter((name) => name.startsWith('sql_attack')),
  ]
}

/** Strings that no answer to a member may contain. */
const secrets = [
  'foreign',
  'DB::Exception',
  'Maybe you meant',
  'sextant',
  'root:',
  'version 2',
  'GRANT',
  '__table',
]

void t.test('attacks', async (t) => {
  const before = await state()
  const process = await admin('SELECT serverUUID(), uptime() > 0')
  for (const attack of attacks) {
    const text = statement(attack.sql)
    const began = performance.now()
    const answer = await sql.query(own, text, budget).catch((error: unknown) => error)
    const took = performance.now() - began
    const name = `${attack.why}: ${attack.sql.slice(0, 100)}`
    const said =
      answer instanceof ServiceError
        ? JSON.stringify([answer.message, answer.details])
        : JSON.stringify(answer)
    if (answer instanceof Error && !(answer instanceof ServiceError)) t.fail(name, { error: answer.message })
    const rejected = answer instanceof ServiceError
    if (attack.expect === undefined && !rejected) t.fail(`${name}: ran`, { said: said.slice(0, 300) })
    if (attack.expect === undefined && rejected && answer.code !== 'VALIDATION_ERROR')
      t.fail(name, { code: answer.code })
    if (rejected && !['VALIDATION_ERROR', 'TIMEOUT'].includes(answer.code))
      t.fail(name, { code: answer.code })
    for (const secret of secrets)
      if (said.includes(secret) && !text.includes(secret)) t.fail(`${name}: tells ${secret}`, { said })
    if (took > budget.timeMs + 4_000) t.fail(`${name}: took ${took}`)
  }
  t.ok(attacks.length > 400, `${attacks.length} attacks`)
  t.strictSame(await state(), before, 'nothing has changed')
  t.strictSame(await admin('SELECT serverUUID(), uptime() > 0'), process, 'the engine has not restarted')
  t.notOk(existsSync('/tmp/sql_attack_outfile'))
  await sandbox.nothingRuns()
})

void t.test('legitimate statements', async (t) => {
  for (const { sql: text, why } of legitimate) {
    const result = await sql.query(own, text, usual).catch((error: unknown) => error)
    if (result instanceof Error) t.fail(`${why}: ${text}`, { error: result.message })
    else t.ok(result, why)
  }
  const ask = async (text: string) => sql.query(own, text, usual)
  t.strictSame((await ask('SELECT * EXCEPT (properties) FROM events_v1 LIMIT 1')).columns.slice(0, 4), [
    { name: 'timestamp', data_type: "DateTime64(3, 'UTC')" },
    { name: 'day', data_type: 'Date' },
    { name: 'event_name', data_type: 'LowCardinality(String)' },
    { name: 'device_id', data_type: 'String' },
  ])
  t.strictSame(
    (
      await ask(
        'SELECT toString(properties.plan) AS plan, count() FROM events_v1 GROUP BY plan ORDER BY plan',
      )
    ).rows,
    [
      ['free', 1],
      ['pro', 1],
    ],
  )
  t.strictSame((await ask('SELECT drop_rate FROM (SELECT count(*) AS drop_rate FROM events_v1) AS t')).rows, [
    [2],
  ])
})

void t.test('nonexistent and foreign objects give the same message', async (t) => {
  const said = async (text: string) =>
    sql.query(own, text, usual).then(
      () => 'ran',
      (error: unknown) => (error as Error).message,
    )
  const foreign = `w${other.number}`
  const nowhere = `w${'9'.repeat(foreign.length - 1)}`
  for (const shape of [
    'SELECT * FROM X.events_v1',
    'SELECT X.events_v1.event_name FROM events_v1',
    'SELECT 1 IN X.events_v1',
    'SELECT * FROM X',
    'SELECT X',
  ])
    t.equal(
      (await said(shape.replaceAll('X', foreign))).replaceAll(foreign, 'X'),
      (await said(shape.replaceAll('X', nowhere))).replaceAll(nowhere, 'X'),
      shape,
    )
})

void t.test('messages', async (t) => {
  const said: readonly (readonly [string, string])[] = [
    ['SELECT 1 +', 'syntax error at line 1, column 11: the statement ends too early'],
    ['SELECT a\nFROM events_v1 WHER x', 'syntax error at line 2, column 21: unexpected "x"'],
    ["SELECT 'äöü',\n 'é' FORM x y", 'syntax error at line 2, column 11: unexpected "x"'],
    ['SELECT nope\nFROM events_v1', 'unknown column "nope" (line 1, column 8)'],
    ['SELECT 1\n FROM nope', 'unknown table "nope" (line 2, column 7)'],
    ['SELECT nope(1)', 'function "nope" is not available'],
    ['SELECT * FROM a.b', 'a table must be named without its database; write "b", not "a.b"'],
    ['SELECT 1; SELECT 2', 'only one SELECT statement is allowed'],
    ['DROP TABLE events_v1', 'only one SELECT statement is allowed'],
    ['SELECT 1 SETTINGS limit = 1', 'SETTINGS is not available'],
    ['SELECT 1 SETTINGS max_threads = 1', 'SETTINGS is not available'],
    ['SELECT {x:Int8}', `the type of parameter "x" must be one of ${sqlParameterTypes.join(', ')}`],
    ['SELECT * APPLY(sum) FROM events_v1', 'APPLY is not available'],
    ["SELECT 1 + 'a'", 'the types of an expression do not match; cast one of the values'],
    ['', 'query must not be empty'],
    ['SELECT 1\0', 'query must not contain control characters except tabs and line ends'],
    ['SELECT 1\ud800', 'query must not contain a lone surrogate'],
  ]
  for (const [text, message] of said)
    await t.rejects(
      sql.query(own, text, usual),
      { code: 'VALIDATION_ERROR', message, details: [{ path: 'query' }] },
      text,
    )
})
