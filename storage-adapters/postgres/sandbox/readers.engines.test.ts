import { readFileSync } from 'node:fs'
import t from 'tap'
import type { Log } from '../../../contract/index.js'
import { temporaryDatabase } from '../../../test/support/records.js'
import { silentLog } from '../../../test/support/silent-log.js'
import { createPostgresStore } from '../store.js'
import { budget, event, mine, openSandbox, other, servers } from './test-sandbox.js'
import { atWork, bytesOf, codeOf, empty, long, until } from './test-waiting.js'

for (const { name, url } of servers())
  t.test(name, async (t) => {
    const fixture = await openSandbox(url)
    t.teardown(() => fixture.close())
    const sql = fixture.store.sql!

    await t.test('an aborted request stops its statement on the server', async (t) => {
      const generous = { ...budget, timeMs: 60_000 }
      const leave = new AbortController()
      const asked = codeOf(sql.query(mine, long, generous, leave.signal))
      t.ok(await until(async () => (await atWork(fixture)) === 1))
      leave.abort()
      t.equal(await asked, 'UNAVAILABLE')
      t.ok(await until(async () => (await atWork(fixture)) === 0), 'ended')
      t.equal(
        await codeOf(sql.query(mine, long, generous, leave.signal)),
        'UNAVAILABLE',
        'aborted before it began',
      )

      const late = new AbortController()
      const file = await sql.export(
        mine,
        'SELECT generate_series(1, 100000000)',
        'csv',
        { ...generous, rows: 1e9, bytes: 1e9 },
        late.signal,
      )
      const reading = file[Symbol.asyncIterator]()
      await reading.next()
      late.abort()
      t.equal(await codeOf(bytesOf({ [Symbol.asyncIterator]: () => reading })), 'UNAVAILABLE')
      t.ok(await until(async () => (await atWork(fixture)) === 0), 'ended')

      for await (const part of await sql.export(mine, 'SELECT generate_series(1, 100000)', 'csv', {
        ...generous,
        rows: 1e9,
      })) {
        t.ok(part.length > 0)
        break
      }
      t.ok(
        await until(async () => (await atWork(fixture)) === 0),
        'a file that is not read to its end ends its statement',
      )
    })

    await t.test('the number of running statements is bounded', async (t) => {
      const reader = await fixture.reader({
        readers: { most: 3, mostOfOne: 2, patienceMs: 200, idleMs: 60_000 },
      })
      const leave = new AbortController()
      const running = [mine, mine, other].map((workspace) =>
        codeOf(reader.query(workspace, long, { ...budget, timeMs: 60_000 }, leave.signal)),
      )
      t.ok(await until(async () => (await atWork(fixture)) === 3))
      t.equal(await codeOf(reader.query(mine, 'SELECT 1', budget)), 'RATE_LIMITED', 'for one workspace')
      t.equal(await codeOf(reader.query(other, 'SELECT 1', budget)), 'UNAVAILABLE', 'for all workspaces')
      leave.abort()
      t.strictSame(await Promise.all(running), ['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE'])
      const few = await fixture.reader({ readers: { most: 1, idleMs: 60_000 } })
      for (const workspace of [mine, other, mine, other]) {
        const { rows } = await few.query(workspace, 'SELECT count(*) FROM events_v1', budget)
        t.equal(rows[0]?.[0], workspace === mine ? 3 : 1, 'an unused connection makes room')
      }
      const waited = await Promise.all(
        [mine, other, mine, other].map((workspace) => codeOf(few.query(workspace, 'SELECT 1', budget))),
      )
      t.strictSame(new Set(waited), new Set(['ran']), 'further statements wait')
    })

    await t.test('two processes, and a restart', async (t) => {
      const second = createPostgresStore({ connection: { url: fixture.database.url }, log: silentLog })
      await Promise.all([second.prepare([mine, other]), fixture.store.prepare([mine, other])])
      t.strictSame((await second.sql!.query(other, 'SELECT count(*) FROM events_v1', budget)).rows, [[1]])
      t.strictSame((await sql.query(other, 'SELECT count(*) FROM events_v1', budget)).rows, [[1]])
      await fixture.database.sql('DROP VIEW w72.users_v1')
      await second.prepare([mine, other])
      t.strictSame(
        (await second.sql!.query(other, 'SELECT count(*) FROM users_v1', budget)).rows,
        [[1]],
        'the view is created again',
      )
      await second.close()
    })

    await t.test('dropping a workspace drops its reader', async (t) => {
      const gone = { id: 'ws_gone', number: 73 }
      await fixture.store.createWorkspace(gone)
      const running = codeOf(sql.query(gone, long, { ...budget, timeMs: 60_000 }))
      t.ok(await until(async () => (await atWork(fixture)) === 1))
      await fixture.store.dropWorkspace(gone)
      t.match(await running, /UNAVAILABLE|NOT_FOUND/)
      const roles = await fixture.database.sql(
        "SELECT rolname FROM pg_roles WHERE rolname LIKE 'sextant%w73'",
      )
      t.strictSame(roles, [])
      await fixture.store.dropWorkspace(gone)
    })

    await t.test('a workspace dropped several times at once', async (t) => {
      for (const number of [74, 75, 76]) {
        const gone = { id: 'ws_gone', number }
        await fixture.store.createWorkspace(gone)
        await Promise.all(Array.from({ length: 6 }, () => fixture.store.dropWorkspace(gone)))
        t.strictSame(
          await fixture.database.sql(
            `SELECT rolname AS left FROM pg_roles WHERE rolname LIKE 'sextant%w${number}'
             UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'w${number}'`,
          ),
          [],
        )
      }
    })

    if (name === 'embedded Postgres' && process.platform === 'linux')
      await t.test('the operating system bounds the memory of one statement', async (t) => {
        const [server] = await fixture.database.sql(
          "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'",
        )
        const limits = readFileSync(`/proc/${String(server?.['pid'])}/limits`, 'utf8')
        t.match(limits, /Max address space +\d+ /)
      })

    await t.test('readers have no rights but reading', async (t) => {
      const [role] = await fixture.database.sql(
        `SELECT rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolconnlimit > 0 AS few
         FROM pg_roles WHERE rolname = (SELECT 'sextant_r_' || prefix || '_w71' FROM sextant_sql.accounts)`,
      )
      const no = {
        rolsuper: false,
        rolinherit: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
      }
      t.strictSame(role, { ...no, rolreplication: false, few: true })
      const granted = await fixture.database.sql(
        `SELECT DISTINCT c.relnamespace::regnamespace || '.' || relname AS name, a.privilege_type AS what
         FROM pg_class AS c, aclexplode(c.relacl) AS a WHERE a.grantee = (
           SELECT oid FROM pg_roles WHERE rolname = (SELECT 'sextant_r_' || prefix || '_w71' FROM sextant_sql.accounts)) ORDER BY 1`,
      )
      t.strictSame(
        granted.map(({ name, what }) => `${String(what)} ${String(name)}`),
        [
          'context_v1',
          'events_v1',
          'logs_v1',
          'metrics_v1',
          'user_devices',
          'user_traits_v1',
          'users_v1',
        ].map((table) => `SELECT w71.${table}`),
      )
    })

    for (const may of ['CREATEROLE', 'NOCREATEROLE'])
      await t.test(`a service whose account has ${may}`, async (t) => {
        const database = await temporaryDatabase(url)
        // As on an external server; the embedded one revokes these from PUBLIC.
        await database.sql(
          `GRANT SELECT ON ALL TABLES IN SCHEMA pg_catalog TO PUBLIC; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pg_catalog TO PUBLIC`,
        )
        const account = `sextant_test_${may.toLowerCase()}_${process.pid}`
        await database.sql(`CREATE ROLE ${account} LOGIN PASSWORD 'x' ${may}`)
        const target = new URL(database.url)
        await database.sql(`ALTER DATABASE ${target.pathname.slice(1)} OWNER TO ${account}`)
        target.username = account
        target.password = 'x'
        const warnings: string[] = []
        const log: Log = { ...silentLog, warn: (_, message) => void warnings.push(message) }
        const store = createPostgresStore({ connection: { url: target.href }, log })
        t.teardown(async () => {
          await store.close()
          await database.drop()
          const [server] = [await temporaryDatabase(url)]
          await server.sql(`DROP ROLE ${account}`)
          await server.drop()
        })
        await store.prepare([])
        await store.createWorkspace(mine)
        await store.append(mine, { ...empty, events: [event('a', 'd', '05T10:00:00')] })
        if (may === 'NOCREATEROLE') {
          t.match(warnings, [/^SQL is off/])
          const error: unknown = await store
            .sql!.query(mine, 'SELECT 1', budget)
            .catch((error: unknown) => error)
          t.match(error, { code: 'UNAVAILABLE', message: /^SQL is unavailable/ })
        } else {
          t.strictSame((await store.sql!.query(mine, 'SELECT events FROM users_v1', budget)).rows, [[1]])
          t.equal(await codeOf(store.sql!.query(mine, long, { ...budget, timeMs: 500 })), 'TIMEOUT')
          const running = codeOf(store.sql!.query(mine, long, { ...budget, timeMs: 60_000 }))
          const busy = async () =>
            (
              await database.sql(
                "SELECT 1 FROM pg_stat_activity WHERE usename LIKE 'sextant_r_%' AND state = 'active'",
              )
            ).length
          t.ok(await until(async () => (await busy()) > 0))
          await store.dropWorkspace(mine)
          t.match(await running, /UNAVAILABLE|NOT_FOUND/)
          t.strictSame(
            warnings.filter((line) => line.startsWith('SQL is off')),
            [],
          )
        }
      })
  })

t.test('a reader of one database has no rights in another', async (t) => {
  const [server] = servers()
  const [first, second] = [await openSandbox(server!.url), await openSandbox(server!.url)]
  t.teardown(async () => {
    await first.close()
    await second.close()
  })
  const [account] = await first.database.sql('SELECT prefix FROM sextant_sql.accounts')
  const [foreign] = await second.database.sql('SELECT prefix FROM sextant_sql.accounts')
  t.not(account?.['prefix'], foreign?.['prefix'])
  const stranger = await second.database.sql(
    `SELECT has_schema_privilege('sextant_r_${String(account?.['prefix'])}_w71', 'w71', 'USAGE') AS may`,
  )
  t.strictSame(stranger, [{ may: false }])
})
