import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { ServiceError, type SqlReader } from '../../../contract/index.js'
import { guard } from './guard.js'
import {
  budget as usual,
  mine,
  noGuard,
  openSandbox,
  other,
  secrets,
  servers,
  type Sandbox,
} from './test-sandbox.js'
import { longAttacks } from './test-long-attacks.js'
import { connectForTests } from './test-superuser.js'

/** Statements that are to be rejected have ample time, so that a busy machine does not end them first. */
const budget = { ...usual, timeMs: 20_000 }
/** The budget of statements that run until they are ended. */
const brief = { ...usual, timeMs: 500 }

interface Attack {
  readonly engine: string
  readonly sql: string
  readonly why: string
  readonly expect?: 'bounded' | 'harmless'
}
interface Corpus {
  readonly attacks: readonly Attack[]
  readonly legitimate: readonly Attack[]
}
const corpora = ['sql_attacks.json', 'postgres-attacks.json'].map(
  (name) => JSON.parse(readFileSync(`test/sandbox/${name}`, 'utf8')) as Corpus,
)
const ours = ({ engine }: Attack): boolean => engine !== 'clickhouse'
const attacks = [...corpora.flatMap((corpus) => corpus.attacks).filter(ours), ...longAttacks]
const legitimate = corpora.flatMap((corpus) => corpus.legitimate).filter(ours)

/** The fields of a ServiceError; any other error fails the test. */
function errorOf(error: unknown) {
  if (!(error instanceof ServiceError)) throw error
  return { rejected: error.code, message: error.message, details: error.details }
}

const stateOf = `SELECT current_database(), session_user, current_user, current_setting('transaction_read_only'),
  current_setting('statement_timeout')::interval BETWEEN '1 ms' AND '20 s', current_setting('search_path'), current_setting('role'), current_setting('work_mem')`
const worldOf = `SELECT (SELECT count(*) FROM w71.events_v1)::int AS mine, (SELECT count(*) FROM w72.events_v1)::int AS other,
  (SELECT string_agg(n.nspname || '.' || c.relname, ' ' ORDER BY n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_(catalog|toast$)|information_schema') AS tables,
  (SELECT count(*) FROM pg_largeobject_metadata)::int AS objects,
  (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database =
    (SELECT oid FROM pg_database WHERE datname = current_database()))::int AS locks`

for (const { name, url } of servers())
  t.test(name, async (t) => {
    const fixture = await openSandbox(url)
    t.teardown(() => fixture.close())
    let guarded = true
    const reader = await fixture.reader({
      check: (text, callable) => (guarded ? guard(text, callable) : Promise.resolve()),
      readers: { idleMs: 60_000 },
    })
    const unguarded = async (text: string): Promise<unknown> => {
      guarded = false
      const { rows } = await reader.query(mine, text, budget)
      guarded = true
      return rows
    }
    const world = await fixture.look(worldOf)
    const state = await unguarded(stateOf)

    for (const { sql, why, expect } of attacks)
      await t.test(
        `${why}: ${sql
          .slice(0, 80)
          .replaceAll(/[^\x20-\x7e]/g, '?')
          .replaceAll('#', '')}`,
        async (t) => {
          const text = sql.replaceAll('{other}', 'w72')
          const began = performance.now()
          const served =
            expect === 'bounded'
              ? fixture.store.sql!.query(other, 'SELECT count(*) FROM events_v1', budget)
              : null
          const answer = await reader.query(mine, text, expect === undefined ? budget : brief).catch(errorOf)
          if ('rejected' in answer) {
            t.match(
              answer.rejected,
              expect === undefined ? /^VALIDATION_ERROR$/ : /^(VALIDATION_ERROR|TIMEOUT)$/,
            )
          } else t.not(expect, undefined, `it ran: ${JSON.stringify(answer).slice(0, 200)}`)
          t.ok(performance.now() - began < budget.timeMs + 4_000, 'within its time budget')
          const shown = JSON.stringify(answer)
          t.strictSame(
            secrets.filter((secret) => shown.includes(secret)),
            [],
            'nothing of another workspace',
          )
          if (served !== null)
            t.strictSame((await served).rows, [[1]], 'another statement is served meanwhile')
          t.strictSame(await unguarded(stateOf), state, 'the connection keeps its limits')
          t.strictSame(await fixture.look(worldOf), world, 'nothing has changed')
          t.notOk(
            existsSync('/tmp/sql_attack') ||
              readdirSync('/tmp').some((file) => file.startsWith('sql_attack_')),
          )
        },
      )

    for (const { sql } of legitimate)
      await t.test(
        `legitimate: ${sql
          .slice(0, 100)
          .replaceAll(/[^\x20-\x7e]/g, ' ')
          .replaceAll('#', '')}`,
        async (t) => {
          const { columns, rows } = await reader.query(mine, sql, budget)
          t.ok(columns.every(({ name, data_type }) => name !== '' && data_type !== ''))
          t.ok(rows.every((row) => row.length === columns.length))
        },
      )

    await t.test('shadowing one form of an operator leaves the other forms', async (t) => {
      const { rows } = await reader.query(
        mine,
        `SELECT '{"a":1,"b":2,"c":3}'::jsonb - 'a' - 'c'::text, '[1,2]'::jsonb - 0, '["a"]'::jsonb - '{a}',
           3 - 1, DATE '2026-01-02' - 1, ARRAY['a'] IS NULL`,
        budget,
      )
      t.strictSame(rows, [[{ b: 2 }, [2], ['a'], 2, '2026-01-01', false]])
      t.match(await reader.query(mine, `SELECT '{}'::jsonb - ARRAY['a']`, budget).catch(errorOf), {
        message: /^a list of keys cannot be removed from a jsonb value/,
      })
    })

    await t.test('hidden and missing tables have the same message', async (t) => {
      const said = async (sql: string) => reader.query(mine, sql, budget).catch(errorOf)
      const hidden = await said('SELECT * FROM w72.events_v1')
      for (const table of [
        'w72.eventsss',
        'w99.events_v1',
        'pg_catalog.pg_class',
        'pg_authid',
        'traits_v1',
        'nothing',
        '"W72"."x"',
      ])
        t.strictSame(await said(`SELECT * FROM ${table}`), hidden, table)
    })
  })

t.test('the test finds a leak when a layer is removed', async (t) => {
  const [server] = servers()
  const fixture = await openSandbox(server!.url)
  t.teardown(() => fixture.close())
  await holes(t, fixture)
})

/** Without one layer, the other blocks what it can; without both, the leak must be visible. */
async function holes(t: Test, fixture: Sandbox): Promise<void> {
  const leak = 'SELECT event_name FROM w72.events_v1'
  const said = async (reader: SqlReader, sql: string): Promise<string> => {
    const answer = await reader.query(mine, sql, budget).catch(errorOf)
    return 'rejected' in answer ? answer.message : JSON.stringify(answer.rows)
  }
  const superuser = () => connectForTests(fixture.database.url)
  const both = await fixture.reader({})
  t.match(await said(both, leak), /unknown table/)
  const grantsOnly = await fixture.reader({ check: noGuard })
  t.match(await said(grantsOnly, leak), /unknown table/, 'the grants alone hide the table')
  t.match(await said(grantsOnly, "SELECT current_setting('search_path')"), /w71/, 'but not all settings')
  // The embedded server revokes these from PUBLIC.
  for (const sql of [
    "SELECT set_config('statement_timeout', '0', false)",
    'SELECT pg_sleep(0)',
    'SELECT pg_advisory_lock(1)',
    'SELECT lo_creat(-1)',
    "SELECT query_to_xml('SELECT 1', true, false, '')",
    "SELECT '{}'::jsonb OPERATOR(pg_catalog.-) ARRAY['a']",
    'SELECT * FROM pg_class',
    'SELECT * FROM information_schema.tables',
  ])
    t.match(await said(grantsOnly, sql), /unknown table/, sql)
  const guardOnly = await fixture.reader({ connect: superuser })
  t.match(await said(guardOnly, leak), /unknown table/, 'the guard alone hides the table')
  const none = await fixture.reader({ check: noGuard, connect: superuser })
  t.match(await said(none, leak), /secret-event/, 'without both it is visible')
}
