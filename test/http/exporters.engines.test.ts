import t from 'tap'
import { plugin as tsv } from '../third-party/tsv/index.js'
import { testService } from '../support/service.js'
import { engineOf, sqlPath, sqlStores } from './sql-workspaces.js'

const values = {
  clickhouse:
    "SELECT toInt64(9007199254740993) AS big, 1.5 AS x, 'a\tb' AS text, toDateTime64('2026-01-05 10:00:00.25', 3, 'UTC') AS time, [1, 2] AS list, NULL AS none",
  postgres:
    "SELECT 9007199254740993::bigint AS big, 1.5 AS x, E'a\tb' AS text, '2026-01-05 10:00:00.25+00'::timestamptz AS time, ARRAY[1, 2] AS list, NULL AS none",
} as const
const many = {
  clickhouse: 'SELECT number AS n FROM numbers(200000)',
  postgres: 'SELECT n FROM generate_series(0, 199999) AS n',
} as const
const failsLate = {
  clickhouse: 'SELECT number, intDiv(1, 900000 - number) AS x FROM numbers(1000000)',
  postgres: 'SELECT n, 1 / (900000 - n) AS x FROM generate_series(1, 1000000) AS n',
} as const

for (const store of sqlStores)
  t.test(store.name, async (t) => {
    const service = await testService(t, { store, plugins: [tsv] })
    const { id: workspace } = await service.workspace()
    const engine = engineOf(store.name)
    const ask = (query: string, more: object = {}) =>
      service.call('POST', sqlPath, { workspace, body: { query, ...more } })

    const json = await ask(values[engine])
    const file = await ask(values[engine], { format: 'tsv' })
    t.equal(file.status, 200, JSON.stringify(file.body))
    t.equal(file.headers.get('content-type'), 'text/tab-separated-values; charset=utf-8')
    const [header = '', row = '', rest] = String(file.body).split('\n')
    t.strictSame(header.split('\t'), ['big', 'x', 'text', 'time', 'list', 'none'])
    t.strictSame(row.split('\t'), ['9007199254740993', '1.5', 'a b', '2026-01-05T10:00:00.250Z', '[1,2]', ''])
    t.equal(rest, '')
    t.strictSame(
      (json.body.rows[0] as unknown[]).map((cell) =>
        typeof cell === 'string' ? cell : JSON.stringify(cell),
      ),
      ['9007199254740993', '1.5', 'a\tb', '2026-01-05T10:00:00.250Z', '[1,2]', 'null'],
      'the same cells as in JSON',
    )
    const none = await ask(`SELECT * FROM (${many[engine]}) AS q WHERE n < 0`, { format: 'tsv' })
    t.equal(none.body, 'n\n')
    const long = String((await ask(many[engine], { format: 'tsv' })).body).split('\n')
    t.equal(long.length, 200_002)
    t.equal(long.at(-2), '199999')
    const some = String((await ask(many[engine], { format: 'tsv', limit: 7 })).body).split('\n')
    t.equal(some.length, 9)
    t.match(await ask('SELECT nope FROM events_v1', { format: 'tsv' }), {
      status: 422,
      body: { error: 'VALIDATION_ERROR' },
    })
    const late = await ask(failsLate[engine], { format: 'tsv' }).then(
      ({ status }) => status,
      () => 'broken',
    )
    t.equal(late, 'broken')
    for (let n = 0; n < 6; n++) t.equal((await ask(many[engine], { format: 'tsv', limit: 1 })).status, 200)
  })
