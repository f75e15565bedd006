import { setTimeout as wait } from 'node:timers/promises'
import { parquetReadObjects } from 'hyparquet'
import t from 'tap'
import { peopleOf, scan, ServiceError, type Log } from '../../../core/contract/index.js'
import { silentLog, temporaryDatabase } from '../../../test/support/records.js'
import { createPostgresStore } from '../store.js'
import { budget, event, link, mine, openBench, other, servers, trait, type Bench } from './test-bench.js'

t.setTimeout(600_000)

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ran',
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  )
const long = 'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b'
const bytesOf = async (file: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of file) parts.push(part)
  return Buffer.concat(parts)
}
const nothing = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }

/** Sessions of readers that are at work, or hold a transaction. */
const atWork = async ({ database }: Bench): Promise<number> => {
  const [row] = await database.sql(
    `SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE usename LIKE 'sextant\\_r\\_%' AND state <> 'idle'
       AND datname = current_database()`,
  )
  return Number(row?.['sessions'])
}
async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await condition()) return true
    await wait(50)
  }
  return false
}

for (const { name, url } of servers())
  t.test(name, { timeout: 600_000 }, async (t) => {
    const bench = await openBench(url)
    t.teardown(() => bench.close())
    const sql = bench.store.sql!

    await t.test('columns, types and rows', async (t) => {
      const { columns, rows, truncated, elapsedMs } = await sql.query(
        mine,
        `SELECT timestamp, event_name AS e, event_name AS e, properties, length(event_name), 1.50 AS d, NULL, true AS b,
           ARRAY['x', NULL], interval '90 minutes', timestamp::date AS day, 9007199254740993 AS big, 'NaN'::float8 AS f
         FROM events_v1 ORDER BY timestamp`,
        budget,
      )
      t.strictSame(
        columns.map(({ name, data_type }) => `${name} ${data_type}`),
        [
          'timestamp timestamp with time zone',
          ...[
            'e text',
            'e text',
            'properties jsonb',
            'length integer',
            'd numeric',
            '?column? text',
            'b boolean',
          ],
          ...['array text[]', 'interval interval', 'day date', 'big bigint', 'f double precision'],
        ],
      )
      t.strictSame(rows[0], [
        '2026-01-05T10:00:00.000Z',
        ...[
          'a',
          'a',
          { plan: 'pro' },
          1,
          1.5,
          null,
          true,
          ['x', null],
          '01:30:00',
          '2026-01-05',
          '9007199254740993',
          'NaN',
        ],
      ])
      t.equal(rows.length, 3)
      t.equal(truncated, false)
      t.ok(Number.isInteger(elapsedMs) && elapsedMs >= 0)
    })

    await t.test('a result is cut exactly', async (t) => {
      for (const [rows, cut] of [
        [9, true],
        [10, false],
        [11, false],
      ] as const) {
        const result = await sql.query(mine, 'SELECT generate_series(1, 10)', { ...budget, rows })
        t.strictSame([result.rows.length, result.truncated], [Math.min(rows, 10), cut])
      }
    })

    await t.test('what is wrong is said in our words, with its place', async (t) => {
      const cases: readonly (readonly [string, RegExp])[] = [
        ['SELECT 1,\n  nothing FROM events_v1', /no column “nothing” here \(line 2, column 3\)/],
        ["SELECT 'é𝄞', nothing FROM events_v1", /“nothing” here \(line 1, column 14\)/],
        ["SELECT 'é𝄞', nofunction(1)", /no function “nofunction” here \(line 1, column 14\)/],
        ["SELECT 'é𝄞' FROM FROM", /syntax error near “FROM” \(line 1, column 18\)/],
        ['SELECT 1 +', /syntax error at its end/],
        ['SELECT 1 / 0', /divided by zero/],
        ["SELECT 'x'::int", /no valid value.*\(line 1, column 8\)/],
        ['SELECT event_name, count(*) FROM events_v1', /“event_name” must stand in GROUP BY/],
        ['SELECT device_id FROM events_v1, user_devices', /“device_id” is ambiguous/],
        ['SELECT lower(1)', /no function or operator “lower”/],
        ['SELECT (SELECT generate_series(1, 2))', /gives several/],
        ["SELECT 'a' ~ '('", /regular expression/],
      ]
      for (const [text, sentence] of cases) {
        const error: unknown = await sql.query(mine, text, budget).catch((error: unknown) => error)
        t.match(error, { code: 'VALIDATION_ERROR', message: sentence, details: [{ path: 'query' }] }, text)
      }
      t.equal(await codeOf(sql.query(mine, long, budget)), 'TIMEOUT')
      t.equal(
        await codeOf(sql.query(mine, "SELECT repeat('x', 300000) FROM generate_series(1, 1000)", budget)),
        'TIMEOUT',
      )
      t.equal(await codeOf(sql.query(mine, "SELECT repeat('x', 1073741824)", budget)), 'TIMEOUT')
    })

    await t.test('the rows of persons, with late links', async (t) => {
      await bench.store.append(mine, {
        ...nothing,
        events: [
          event('a', 'd3', '01T10:00:00'),
          event('a', 'd4', '02T10:00:00'),
          event('a', 'd5', '03T10:00:00'),
        ],
        traits: [
          trait('d3', '08T10:00:00', { plan: 'team', city: 'Bonn' }),
          trait('d1', '06T10:00:00', { plan: 'free', age: 3 }),
          trait('d5', '06T10:00:00', { plan: 'alone' }),
          trait('unseen', '06T10:00:00', { plan: 'nobody' }),
        ],
      })
      await bench.store.append(mine, {
        ...nothing,
        links: [
          link('d3', 'u1', '09T00:00:00'),
          link('d4', 'u1', '08T00:00:00'),
          link('d4', 'u2', '09T00:00:00'),
        ],
      })
      const { rows } = await sql.query(
        mine,
        'SELECT device_id, user_id, first_seen, last_seen, events, traits FROM users_v1 ORDER BY device_id',
        budget,
      )
      const day = (time: string): string => `2026-01-${time}:00:00.000Z`
      t.strictSame(rows, [
        ['d2', null, day('06T10'), day('06T10'), 1, null],
        ['d3', 'u1', day('01T10'), day('05T11'), 3, { age: 3, city: 'Bonn', plan: 'team' }],
        ['d4', 'u2', day('02T10'), day('02T10'), 1, null],
        ['d5', null, day('03T10'), day('03T10'), 1, { plan: 'alone' }],
      ])
      const asked = await bench.store.run(bench.store.compile(mine, peopleOf(scan('events'))), budget)
      const persons = asked.map((row) => [row['user_id'], row['first_seen'], row['last_seen'], row['events']])
      const shown = rows.map(([, user, first, last, events]) => [
        user,
        Date.parse(String(first)),
        Date.parse(String(last)),
        events,
      ])
      t.strictSame(
        new Set(shown.map(String)),
        new Set(persons.map(String)),
        'the persons that the metrics count',
      )
      const traits = await sql.query(
        mine,
        'SELECT device_id, user_id FROM user_traits_v1 ORDER BY 1, timestamp',
        budget,
      )
      t.strictSame(traits.rows, [
        ['d1', 'u1'],
        ['d1', 'u1'],
        ['d3', 'u1'],
        ['d5', null],
        ['unseen', null],
      ])
      const devices = await sql.query(
        mine,
        'SELECT device_id, user_id, linked_at FROM user_devices ORDER BY 1',
        budget,
      )
      t.strictSame(devices.rows[2], ['d4', 'u2', '2026-01-09T00:00:00.000Z'])
    })

    await t.test('files', async (t) => {
      const text = `SELECT i AS n, 'a"b,' || i AS s, i AS n, NULL::text AS z, i % 2 = 0 AS even, i / 4.0::float8 AS f,
        timestamptz '2026-01-31 12:00:00.5+00' AS at, ARRAY[i] AS list, 1.10 AS d FROM generate_series(1, 25000) AS g(i)`
      const wanted = { ...budget, rows: 20_500 }
      const csv = (await bytesOf(await sql.export(mine, text, 'csv', wanted))).toString().split('\n')
      t.equal(csv.length, 20_502)
      t.strictSame(csv.slice(0, 2), [
        'n,s,n,z,even,f,at,list,d',
        '1,"a""b,1",1,,false,0.25,2026-01-31T12:00:00.500Z,[1],1.1',
      ])
      const lines = (await bytesOf(await sql.export(mine, text, 'ndjson', wanted)))
        .toString()
        .trim()
        .split('\n')
      t.equal(lines.length, 20_500)
      t.strictSame(JSON.parse(lines[20_499] ?? ''), {
        ...{ n: 20_500, s: 'a"b,20500', n_2: 20_500, z: null, even: true, f: 5_125 },
        ...{ at: '2026-01-31T12:00:00.500Z', list: [20_500], d: 1.1 },
      })
      const file = await bytesOf(await sql.export(mine, text, 'parquet', wanted))
      const rows = await parquetReadObjects({ file: new Uint8Array(file).buffer })
      t.equal(rows.length, 20_500)
      t.strictSame(rows[20_499], {
        ...{ n: 20_500n, s: 'a"b,20500', n_2: 20_500n, z: null, even: true, f: 5_125 },
        ...{ at: new Date('2026-01-31T12:00:00.500Z'), list: '[20500]', d: '1.10' },
      })
      for (const format of sql.formats) {
        const none = await bytesOf(await sql.export(mine, `${text} WHERE false`, format, budget))
        if (format === 'parquet')
          t.strictSame(await parquetReadObjects({ file: new Uint8Array(none).buffer }), [])
        else t.equal(none.toString().split('\n').length, format === 'csv' ? 2 : 1)
        t.equal(
          await codeOf(sql.export(mine, 'SELECT nothing', format, budget)),
          'VALIDATION_ERROR',
          'before it begins',
        )
        const large = "SELECT repeat('x', 100000) FROM generate_series(1, 100000)"
        const read = sql
          .export(mine, large, format, { ...budget, timeMs: 20_000, bytes: 20_000_000 })
          .then(bytesOf)
        t.equal(await codeOf(read), 'TIMEOUT', 'the budget of bytes ends it on its way')
      }
      t.equal(await codeOf(sql.export(mine, 'SELECT', 'parquet', budget)), 'VALIDATION_ERROR')
      t.equal(await atWork(bench), 0, 'nothing is left')
    })

    await t.test('who goes away stops the statement in the server', async (t) => {
      const generous = { ...budget, timeMs: 60_000 }
      const leave = new AbortController()
      const asked = codeOf(sql.query(mine, long, generous, leave.signal))
      t.ok(await until(async () => (await atWork(bench)) === 1))
      leave.abort()
      t.equal(await asked, 'UNAVAILABLE')
      t.ok(await until(async () => (await atWork(bench)) === 0), 'ended')
      t.equal(
        await codeOf(sql.query(mine, long, generous, leave.signal)),
        'UNAVAILABLE',
        'gone before it began',
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
      t.ok(await until(async () => (await atWork(bench)) === 0), 'ended')

      for await (const part of await sql.export(mine, 'SELECT generate_series(1, 100000)', 'csv', {
        ...generous,
        rows: 1e9,
      })) {
        t.ok(part.length > 0)
        break
      }
      t.ok(await until(async () => (await atWork(bench)) === 0), 'a file that is not read to its end')
    })

    await t.test('a few at a time', async (t) => {
      const reader = await bench.reader({
        readers: { most: 3, mostOfOne: 2, patienceMs: 200, idleMs: 60_000 },
      })
      const leave = new AbortController()
      const running = [mine, mine, other].map((workspace) =>
        codeOf(reader.query(workspace, long, { ...budget, timeMs: 60_000 }, leave.signal)),
      )
      t.ok(await until(async () => (await atWork(bench)) === 3))
      t.equal(await codeOf(reader.query(mine, 'SELECT 1', budget)), 'RATE_LIMITED', 'of one workspace')
      t.equal(await codeOf(reader.query(other, 'SELECT 1', budget)), 'UNAVAILABLE', 'of all')
      leave.abort()
      t.strictSame(await Promise.all(running), ['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE'])
      const few = await bench.reader({ readers: { most: 1, idleMs: 60_000 } })
      for (const workspace of [mine, other, mine, other]) {
        const { rows } = await few.query(workspace, 'SELECT count(*) FROM events_v1', budget)
        t.equal(rows[0]?.[0], workspace === mine ? 6 : 1, 'an unused connection makes room')
      }
      const waited = await Promise.all(
        [mine, other, mine, other].map((workspace) => codeOf(few.query(workspace, 'SELECT 1', budget))),
      )
      t.strictSame(new Set(waited), new Set(['ran']), 'and the others wait')
    })

    await t.test('two services, and a start after a start', async (t) => {
      const second = createPostgresStore({ connection: { url: bench.database.url }, log: silentLog })
      await Promise.all([second.prepare([mine, other]), bench.store.prepare([mine, other])])
      t.strictSame((await second.sql!.query(other, 'SELECT count(*) FROM events_v1', budget)).rows, [[1]])
      t.strictSame((await sql.query(other, 'SELECT count(*) FROM events_v1', budget)).rows, [[1]])
      await bench.database.sql('DROP VIEW w72.users_v1')
      await second.prepare([mine, other])
      t.strictSame(
        (await second.sql!.query(other, 'SELECT count(*) FROM users_v1', budget)).rows,
        [[1]],
        'made again',
      )
      await second.close()
    })

    await t.test('a workspace that goes takes its reader along', async (t) => {
      const gone = { id: 'ws_gone', number: 73 }
      await bench.store.createWorkspace(gone)
      const running = codeOf(sql.query(gone, long, { ...budget, timeMs: 60_000 }))
      t.ok(await until(async () => (await atWork(bench)) === 1))
      await bench.store.dropWorkspace(gone)
      t.match(await running, /UNAVAILABLE|NOT_FOUND/)
      const roles = await bench.database.sql("SELECT rolname FROM pg_roles WHERE rolname LIKE 'sextant%w73'")
      t.strictSame(roles, [])
      await bench.store.dropWorkspace(gone)
    })

    await t.test('readers may read, and nothing else', async (t) => {
      const [role] = await bench.database.sql(
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
      const granted = await bench.database.sql(
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
        // As on a server of somebody else's: ours takes these from PUBLIC.
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
        await store.append(mine, { ...nothing, events: [event('a', 'd', '05T10:00:00')] })
        if (may === 'NOCREATEROLE') {
          t.match(warnings, [/^SQL is off/])
          const error: unknown = await store
            .sql!.query(mine, 'SELECT 1', budget)
            .catch((error: unknown) => error)
          t.match(error, { code: 'UNAVAILABLE', message: /SQL is not available here/ })
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

t.test('a reader of one database is nobody in another one', async (t) => {
  const [server] = servers()
  const [first, second] = [await openBench(server!.url), await openBench(server!.url)]
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
