import { parquetReadObjects } from 'hyparquet'
import t from 'tap'
import { peopleOf, scan } from '../../../contract/index.js'
import { budget, event, link, mine, openSandbox, servers, trait } from './test-sandbox.js'
import { atWork, bytesOf, codeOf, empty, long, until } from './test-waiting.js'
import { askStore } from '../../../core/run/ask-store.js'

const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : '')

for (const { name, url } of servers())
  t.test(name, async (t) => {
    const fixture = await openSandbox(url)
    t.teardown(() => fixture.close())
    const sql = fixture.store.sql!

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

    await t.test('a result is truncated at its row budget', async (t) => {
      for (const [rows, cut] of [
        [9, true],
        [10, false],
        [11, false],
      ] as const) {
        const result = await sql.query(mine, 'SELECT generate_series(1, 10)', { ...budget, rows })
        t.strictSame([result.rows.length, result.truncated], [Math.min(rows, 10), cut])
      }
    })

    await t.test('errors have our messages, with the position', async (t) => {
      const cases: readonly (readonly [string, RegExp])[] = [
        ['SELECT 1,\n  nothing FROM events_v1', /unknown column "nothing" \(line 2, column 3\)$/],
        ["SELECT 'é𝄞', nothing FROM events_v1", /"nothing" \(line 1, column 14\)/],
        ["SELECT 'é𝄞', nofunction(1)", /unknown function "nofunction" \(line 1, column 14\)/],
        ["SELECT 'é𝄞' FROM FROM", /syntax error near "FROM" \(line 1, column 18\)/],
        ['SELECT 1 +', /^syntax error at the end of the statement$/],
        ['SELECT 1 / 0', /^division by zero$/],
        ["SELECT 'x'::int", /not a valid value.*\(line 1, column 8\)/],
        ['SELECT event_name, count(*) FROM events_v1', /"event_name" must be in GROUP BY/],
        ['SELECT device_id FROM events_v1, user_devices', /"device_id" is ambiguous/],
        ['SELECT lower(1)', /unknown function or operator "lower"/],
        ['SELECT (SELECT generate_series(1, 2))', /must return at most one row/],
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
      await fixture.store.append(mine, {
        ...empty,
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
      await fixture.store.append(mine, {
        ...empty,
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
        ['d1', 'u1', day('01T10'), day('05T11'), 3, { age: 3, city: 'Bonn', plan: 'team' }],
        ['d2', null, day('06T10'), day('06T10'), 1, null],
        ['d4', 'u2', day('02T10'), day('02T10'), 1, null],
        ['d5', null, day('03T10'), day('03T10'), 1, { plan: 'alone' }],
      ])
      const asked = await askStore(fixture.store, mine, peopleOf(scan('events')), budget)
      const persons = asked.map((row) =>
        ['device_id', 'user_id', 'first_seen', 'last_seen', 'events'].map((name) => row[name]),
      )
      const shown = rows.map(([device, user, first, last, events]) => [
        device,
        user,
        Date.parse(textOf(first)),
        Date.parse(textOf(last)),
        events,
      ])
      t.strictSame(new Set(shown.map(String)), new Set(persons.map(String)), 'the same persons as in metrics')
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
          'before the file begins',
        )
        const large = "SELECT repeat('x', 100000) FROM generate_series(1, 100000)"
        const read = sql
          .export(mine, large, format, { ...budget, timeMs: 20_000, bytes: 20_000_000 })
          .then(bytesOf)
        t.equal(await codeOf(read), 'TIMEOUT', 'the byte budget ends it while it is read')
      }
      t.equal(await codeOf(sql.export(mine, 'SELECT', 'parquet', budget)), 'VALIDATION_ERROR')
      t.ok(await until(async () => (await atWork(fixture)) === 0), 'no statement is left running')
    })
  })
