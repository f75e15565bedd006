import t from 'tap'
import { sqlStores, sqlWorkspaces } from './sql-workspaces.js'

/** Strings that would change a statement if they were written into it, or that engines read as something else. */
const hostile = [
  "'",
  "''",
  "o'clock",
  '\\',
  "\\'",
  '\\n',
  '\n\r\t\b\f',
  '"`$$',
  '$1 {x:String} {y}',
  "'; DROP TABLE events_v1 --",
  "') UNION SELECT 1 --",
  '/* */',
  'NULL',
  '\\N',
  '%_',
  '\u2028\u00a0🙂é',
  '',
  ' ',
  '{"a":[1]}',
  '--boundary\r\nContent-Disposition: form-data; name="query"\r\n\r\nSELECT 2',
]

for (const { name } of sqlStores)
  t.test(name, async (t) => {
    const { run, engine } = await sqlWorkspaces(t, name, { SQL_RATE_LIMIT: '10000' })
    const rowsOf = async (query: string, parameters: object, more: object = {}) => {
      const { status, body } = await run(query, { parameters, ...more })
      return status === 200 ? (body.rows as readonly unknown[]) : [status, body.message]
    }
    const cellOf = async (type: string, x: unknown) =>
      ((await rowsOf(`SELECT {x:${type}} AS x`, { x }))[0] as unknown[])[0]
    /** Whether a value is in a list, as each engine writes it. */
    const within = (value: string, list: string): string =>
      engine === 'clickhouse' ? `has(${list}, ${value})` : `${value} = ANY(${list})`
    const isTrue = (cell: unknown): boolean => cell === true || cell === 1

    await t.test('values of every type come back as they were', async (t) => {
      // They are no names of assertions: the output is read line by line.
      for (const [index, text] of hostile.entries()) {
        t.equal(await cellOf('String', text), text, `string ${index}`)
        t.strictSame(await cellOf('Array(String)', [text, 'x', text]), [text, 'x', text], `list ${index}`)
      }
      for (const value of ['-9223372036854775808', '9223372036854775807', -1, 0, 9007199254740991])
        t.equal(await cellOf('Int64', value), value)
      t.equal(await cellOf('UInt64', '18446744073709551615'), '18446744073709551615')
      for (const value of [0.1 + 0.2, 5e-324, 1.7976931348623157e308, -1e21, 123456789.12345679, 1 / 3])
        t.equal(await cellOf('Float64', value), value)
      t.ok(isTrue(await cellOf('Bool', true)))
      t.notOk(isTrue(await cellOf('Bool', false)))
      t.equal(await cellOf('Date', '2024-02-29'), '2024-02-29')
      t.equal(await cellOf('Date', '2149-06-06'), '2149-06-06')
      t.equal(await cellOf('DateTime', '2026-01-31T12:00:00.25+02:00'), '2026-01-31T10:00:00.250Z')
      t.equal(await cellOf('DateTime', '2149-06-06T23:59:59.999Z'), '2149-06-06T23:59:59.999Z')
      t.strictSame(await cellOf('Array(Int64)', [3, 1, 2]), [3, 1, 2])
      t.strictSame(await cellOf('Array(DateTime)', ['2026-01-31']), ['2026-01-31T00:00:00.000Z'])
    })

    await t.test('what people ask', async (t) => {
      const count = 'SELECT count(*) FROM events_v1 WHERE'
      const asked: readonly (readonly [string, object, number])[] = [
        [`${count} event_name = {event:String}`, { event: 'open' }, 2],
        [`${count} event_name = {event:String} OR {event:String} = ''`, { event: '' }, 3],
        [`${count} country = {c:String} -- {not:String}`, { c: 'DE' }, 1],
        [
          `${count} timestamp >= {from:DateTime} AND timestamp < {to:DateTime}`,
          { from: '2026-01-05T10:02:00.250Z', to: '2026-01-05T12:03:00.250+02:00' },
          1,
        ],
        [`${count} timestamp >= {from:Date}`, { from: '2026-01-05' }, 3],
        [`${count} timestamp >= {from:Date}`, { from: '2026-01-06' }, 0],
        [`${count} ${within('device_id', '{ids:Array(String)}')}`, { ids: ['d1', "d'2"] }, 2],
        [`${count} ${within('device_id', '{ids:Array(String)}')}`, { ids: [] }, 0],
        [`${count} event_name LIKE {pattern:String}`, { pattern: 'o%' }, 2],
      ]
      for (const [query, parameters, expected] of asked)
        t.strictSame(await rowsOf(query, parameters), [[expected]], query)
      t.equal((await rowsOf('SELECT 1 FROM events_v1 LIMIT {n:Int64}', { n: 2 })).length, 2)
      const union = 'SELECT n FROM (SELECT {a:Int64} AS n UNION ALL SELECT {b:Int64} AS n) AS u ORDER BY n'
      t.strictSame(await rowsOf(union, { a: 2, b: 1 }), [[1], [2]])
      const csv = await run('SELECT {a:String} AS a', { parameters: { a: 'x"y' }, format: 'csv' })
      t.match(csv.body, /^"?a"?\n"x""y"\n$/)
      const ndjson = await run('SELECT {a:Int64} AS a', { parameters: { a: 7 }, format: 'ndjson' })
      t.equal(ndjson.body, '{"a":7}\n')
    })

    await t.test('a placeholder stands only where a value may, and passes the same checks', async (t) => {
      const refused: readonly (readonly [string, object, RegExp])[] = [
        ['SELECT * FROM {x:String}', { x: 'events_v1' }, /syntax error|unknown|only where a value may/],
        ['SELECT * FROM {x:Identifier}', { x: 'events_v1' }, /the type of parameter "x" must be one of/],
        ['SELECT {x:Int8}', { x: 1 }, /the type of parameter "x" must be one of/],
        ['SELECT 1 AS {x:String}', { x: 'a' }, /syntax error/],
        ['SELECT {x:String}(1)', { x: 'version' }, /./],
        ['SELECT {a:String}{b:String}', { a: 'a', b: 'b' }, /syntax error/],
        [`SELECT replace('a', {x:String}, 'b')`, { x: 'y'.repeat(201) }, /must be a literal of at most 200/],
        ['SELECT {x:Int64} SETTINGS max_threads = 1', { x: 1 }, /./],
        ['SELECT {x:String}; SELECT 1', { x: '' }, /only one SELECT/],
        ['DROP TABLE {x:String}', { x: 'events_v1' }, /./],
        ['SELECT nope, {x:String}', { x: '' }, /nope/],
      ]
      for (const [query, parameters, message] of refused) {
        const { status, body } = await run(query, { parameters })
        t.equal(status, 422, query)
        t.match(body.message, message, query)
        t.notMatch(body.message, /DB::|param_|CAST|\$1/, query)
        t.equal(body.details[0].path, '/query', query)
      }
      t.strictSame(
        await rowsOf(`SELECT replace('abc', {x:String}, 'x')`, { x: 'b' }),
        [['axc']],
        'a value is a literal for the checks',
      )
    })

    await t.test('values are checked before the engine sees them', async (t) => {
      const refused: readonly (readonly [object | undefined, string, RegExp])[] = [
        [undefined, '/parameters/n', /parameter "n" is required/],
        [{}, '/parameters/n', /parameter "n" is required/],
        [{ n: 1, m: 2 }, '/parameters/m', /unknown parameter "m"; the statement has n/],
        [{ n: 1.5 }, '/parameters/n', /must be an integer/],
        [{ n: '9223372036854775808' }, '/parameters/n', /must be between/],
        [{ n: null }, '/parameters/n', /./],
        [{ n: { a: 1 } }, '/parameters/n', /./],
      ]
      for (const [parameters, path, message] of refused) {
        const { status, body } = await run('SELECT {n:Int64}', parameters === undefined ? {} : { parameters })
        t.equal(status, 422)
        t.match(body, { details: [{ path }], message }, JSON.stringify(parameters))
      }
      t.match((await run('SELECT 1', { parameters: { a: 1 } })).body, { message: /the statement has none/ })
      t.strictSame(await rowsOf(`SELECT '{n:Int64}' AS a`, {}), [['{n:Int64}']])
      const long = await run(`SELECT {n:Int64}, '${'é'.repeat(30_000)}' AS a`, { parameters: { n: 1 } })
      t.equal(long.status, 200, 'a long statement')
    })

    await t.test('positions are those of the typed text', async (t) => {
      const { body } = await run('SELECT {a:Int64},\n {b:DateTime} AS "é", nope FROM events_v1', {
        parameters: { a: 1, b: '2026-01-31' },
      })
      t.match(body.message, 'line 2, column 23')
    })
  })
