import { parquetReadObjects } from 'hyparquet'
import { readdirSync, readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { createService } from '../../app/service.js'
import { builtInPlugins } from '../../plugins/index.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { silentLog } from '../support/silent-log.js'
import { request, type Called } from '../support/request.js'
import { secrets, sqlWorkspaces, sqlPath, sqlStores, type SqlWorkspaces } from './sql-workspaces.js'

interface Statement {
  readonly engine: string
  readonly sql: string
  readonly why: string
  readonly expect?: 'bounded' | 'harmless'
}
const corpus = JSON.parse(readFileSync('test/sandbox/sql_attacks.json', 'utf8')) as {
  readonly attacks: readonly Statement[]
  readonly legitimate: readonly Statement[]
}

const ours =
  ({ engine }: SqlWorkspaces) =>
  (one: Statement): boolean =>
    one.engine === 'both' || one.engine === engine

/** Everything that an attack could have changed, as far as members can see. */
async function world({ service, workspace, other }: SqlWorkspaces): Promise<unknown> {
  const seen = await Promise.all(
    [workspace, other].flatMap((id) =>
      ['events', 'user_traits', 'user_devices', 'context'].map(async (source) => {
        const path = `/api/v1/data/sources/${source}/values/device_id`
        return (await service.call('GET', path, { workspace: id })).body as unknown
      }),
    ),
  )
  const answers = await Promise.all(
    [workspace, other].map(async (id) => {
      const query = 'SELECT event_name, count(*) AS n FROM events_v1 GROUP BY event_name ORDER BY event_name'
      const { body } = await service.call('POST', sqlPath, { workspace: id, body: { query } })
      return [body.columns, body.rows] as unknown
    }),
  )
  return [seen, answers, readdirSync('/tmp').filter((file) => file.startsWith('sql_attack'))]
}

/** Checks that the response has our shape, whatever was typed. */
function faultOf({ status, body }: Called): string | null {
  if (status === 200) return null
  const { error, message, details, ...rest } = body as Readonly<Record<string, unknown>>
  const code = status === 422 ? 'VALIDATION_ERROR' : 'TIMEOUT'
  if (error !== code || typeof message !== 'string' || message === '' || Object.keys(rest).length > 0)
    return JSON.stringify(body)
  return details === undefined || Array.isArray(details) ? null : JSON.stringify(details)
}

async function attacks(t: Test, fixture: SqlWorkspaces): Promise<void> {
  const before = await world(fixture)
  const list = corpus.attacks.filter(ours(fixture))
  t.ok(list.length > 60, `${list.length} attacks`)
  for (const { sql, why, expect } of list) {
    const text = sql.replaceAll('{other}', fixture.otherName)
    const answer = await fixture.run(text)
    const told = `${why}: ${sql.slice(0, 80)}`
    const wanted = expect === undefined ? [422] : [200, 422, 504]
    if (!wanted.includes(answer.status))
      t.fail(`${told}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
    const fault = faultOf(answer)
    if (fault !== null) t.fail(`${told}: ${fault}`)
    const said = JSON.stringify(answer.body)
    for (const secret of [...secrets, 'DB::Exception', 'Maybe you meant', 'sextant', 'permission denied'])
      if (said.includes(secret) && !text.includes(secret)) t.fail(`${told}: tells ${secret}`)
    if (expect === undefined && said.includes(fixture.other)) t.fail(`${told}: tells the other workspace`)
  }
  t.strictSame(await world(fixture), before, 'nothing has changed')
  const refused = await fixture.run('DROP TABLE events_v1')
  t.match(refused.body, { error: 'VALIDATION_ERROR', details: [{ path: '/query' }] })
}

async function legitimate(t: Test, fixture: SqlWorkspaces): Promise<void> {
  const list = corpus.legitimate.filter(ours(fixture))
  t.ok(list.length > 15, `${list.length} statements`)
  for (const { sql, why } of list) {
    const { status, body } = await fixture.run(sql)
    t.equal(status, 200, `${why} ${status === 200 ? '' : JSON.stringify(body).slice(0, 200)}`)
    const { columns, rows } = body as {
      columns: readonly Record<string, string>[]
      rows: readonly (readonly unknown[])[]
    }
    t.ok(columns.length > 0 && columns.every((one) => Object.keys(one).join() === 'name,data_type'))
    t.ok(rows.every((row) => row.length === columns.length))
    t.equal(body.row_count, rows.length)
    t.ok(Number.isInteger(body.execution_time_ms) && body.execution_time_ms >= 0)
    t.notOk('truncated' in body)
  }
  const rows = async (query: string, more = {}) => {
    const { body } = await fixture.run(query, more)
    return body.rows as unknown
  }
  t.strictSame(await rows("SELECT 'delete' AS x, 1 AS drop_rate"), [['delete', 1]])
  t.strictSame(
    await rows(
      'SELECT event_name, count(*) AS n, min(timestamp) AS t FROM events_v1 GROUP BY event_name ORDER BY n',
    ),
    [
      ['buy', 1, '2026-01-05T10:03:00.250Z'],
      ['open', 2, '2026-01-05T10:01:00.250Z'],
    ],
  )
  t.strictSame(await rows('SELECT device_id, user_id FROM user_devices'), [['d1', 'u1']])
  t.strictSame(await rows('SELECT user_id, events FROM users_v1 ORDER BY events'), [
    [null, 1],
    ['u1', 2],
  ])
  const cut = await fixture.run('SELECT event_name FROM events_v1 ORDER BY timestamp', { limit: 2 })
  t.match(cut.body, { rows: [['open'], ['open']], row_count: 2, truncated: true })
  const whole = await fixture.run('SELECT event_name FROM events_v1', { limit: 3 })
  t.notOk('truncated' in whole.body)
}

/** The valid cells of a column of this type. */
const fits: Readonly<Record<string, (cell: unknown) => boolean>> = {
  text: (cell) => typeof cell === 'string',
  number: (cell) => typeof cell === 'number',
  time: (cell) => typeof cell === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(cell),
  json: (cell) => typeof cell === 'object' && !Array.isArray(cell),
  array: (cell) => Array.isArray(cell),
}

async function columns(t: Test, fixture: SqlWorkspaces): Promise<void> {
  const { service, workspace } = fixture
  const key = await service.call('POST', '/api/v1/admin/workspace/keys', {
    body: { workspace_id: workspace, name: 'k', kind: 'ingest' },
  })
  const send = (path: string, body: object) =>
    service.call('POST', path, { token: String(key.body.data.key), body })
  await send('/v1/logs', { message: 'm', level: 'error', service: 'api', source: 'h', session_id: 's' })
  const histogram = {
    name: 'h',
    type: 'histogram',
    count: 1,
    sum: 1,
    min: 1,
    max: 1,
    buckets: [{ le: 1, count: 1 }],
  }
  const point = { unit: 's', service: 'api', source: 'h', labels: { host: 'a' } }
  t.equal((await send('/v1/metrics', { ...histogram, ...point })).status, 202)
  const sources = (await service.call('GET', '/api/v1/data/sources', { workspace })).body.data.sources
  for (const { id, table } of sources as readonly { id: string; table: string }[]) {
    const { body } = await service.call('GET', `/api/v1/data/sources/${id}/fields`, { workspace })
    const fields = (body.data.fields as readonly Record<string, unknown>[]).filter((one) => !('share' in one))
    const names = fields.map(({ name }) => name as string)
    const answer = await fixture.run(`SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM ${table}`)
    t.equal(answer.status, 200, `${table} ${answer.status === 200 ? '' : JSON.stringify(answer.body)}`)
    const rows = answer.body.rows as readonly (readonly unknown[])[]
    t.ok(rows.length > 0, `${table} has rows`)
    fields.forEach(({ name, data_type }, index) => {
      const cells = rows.map((row) => row[index]).filter((cell) => cell !== null)
      t.ok(
        cells.every((cell) => fits[data_type as string]?.(cell)),
        `${table}.${name as string}: ${JSON.stringify(cells)}`,
      )
    })
  }
}

async function files(t: Test, fixture: SqlWorkspaces): Promise<void> {
  const query = 'SELECT event_name AS e, count(*) AS n FROM events_v1 GROUP BY event_name ORDER BY n'
  const csv = await fixture.run(query, { format: 'csv' })
  t.equal(csv.status, 200)
  const unquoted = String(csv.body).replaceAll('"', '')
  t.match(unquoted, /^e,n\r?\nbuy,1\r?\nopen,2\r?\n$/)
  t.match(csv.headers.get('content-disposition'), /^attachment; filename="query-\d{8}T\d{6}Z\.csv"$/)
  const ndjson = await fixture.run(query, { format: 'ndjson' })
  t.strictSame(
    String(ndjson.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    [
      { e: 'buy', n: 1 },
      { e: 'open', n: 2 },
    ],
  )
  const parquet = await fetch(fixture.service.base + sqlPath, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${fixture.token}`,
      'content-type': 'application/json',
      'x-workspace-id': fixture.workspace,
    },
    body: JSON.stringify({ query, format: 'parquet' }),
  })
  t.equal(parquet.headers.get('content-type'), 'application/vnd.apache.parquet')
  const rows = await parquetReadObjects({ file: await parquet.arrayBuffer() })
  t.strictSame(
    rows.map(({ e, n }) => [e, Number(n)]),
    [
      ['buy', 1],
      ['open', 2],
    ],
  )
  for (const format of ['csv', 'ndjson', 'parquet']) {
    const broken = await fixture.run('SELECT nope FROM events_v1', { format })
    t.match(broken, { status: 422, body: { error: 'VALIDATION_ERROR' } }, format)
    t.equal(broken.headers.get('content-disposition'), null)
    const late = await fixture.run(failsLate[fixture.engine], { format }).then(
      ({ status }) => status,
      () => 'broken',
    )
    // A Parquet file may not have begun by then.
    t.ok(late === 'broken' || (format === 'parquet' && late === 422), `${format}: ${late}`)
  }
  const long = await fixture.run(manyRows[fixture.engine], { format: 'csv' })
  t.equal(String(long.body).trim().split('\n').length, 200_001, 'more than JSON would have')
  const some = await fixture.run(manyRows[fixture.engine], { format: 'csv', limit: 20_000 })
  t.equal(String(some.body).trim().split('\n').length, 20_001)
}

/** After so many rows that some have been sent. */
const failsLate = {
  clickhouse: 'SELECT number, intDiv(1, 900000 - number) AS x FROM numbers(1000000)',
  postgres: 'SELECT n, 1 / (900000 - n) AS x FROM generate_series(1, 1000000) AS n',
} as const
const manyRows = {
  clickhouse: 'SELECT number AS n FROM numbers(200000)',
  postgres: 'SELECT n FROM generate_series(1, 200000) AS n',
} as const

async function rateLimit(t: Test, name: string): Promise<void> {
  const fixture = await sqlWorkspaces(t, name, { SQL_RATE_LIMIT: '6' })
  const { service, token, workspace } = fixture
  const logged: unknown[] = []
  const keep = (fields: object, message: string): void => void logged.push([fields, message])
  const [named] = sqlStores.filter((one) => one.name === name)
  const second = await createService({
    settings: service.settings,
    plugins: builtInPlugins,
    analytics: named!.make(service.recordsUrl),
    records: createRecordStore({ url: service.recordsUrl, log: silentLog }),
    log: { debug: keep, info: keep, warn: keep, error: keep },
    tokenKey: Buffer.from('a test key of more than thirty-two bytes'),
  })
  const { port } = await second.listen(0, '127.0.0.1')
  t.teardown(() => second.close({ drainMilliseconds: 100 }))
  const bases = [service.base, `http://127.0.0.1:${port}`]
  const ask = (n: number): Promise<Called> =>
    request(bases[n % 2]!, 'POST', sqlPath, { token, workspace, body: { query: "SELECT 'marked-text'" } })
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) statuses.push((await ask(n)).status)
  t.strictSame(statuses, [200, 200, 200, 200, 200, 200, 429, 429])
  const refused = await ask(0)
  t.match(refused.body, { error: 'RATE_LIMITED' })
  t.match(refused.headers.get('retry-after'), /^[1-9]\d?$/)
  t.ok(logged.length > 0)
  t.notMatch(JSON.stringify(logged), /marked-text/, 'no log has the text')
}

for (const { name } of sqlStores)
  await t.test(name, async (t) => {
    const fixture = await sqlWorkspaces(t, name, { QUERY_TIMEOUT: '3', QUERY_MEMORY: '1000' })
    await t.test('attacks', (t) => attacks(t, fixture))
    await t.test('what is legitimate', (t) => legitimate(t, fixture))
    await t.test('the columns that are told can be asked for', (t) => columns(t, fixture))
    await t.test('files', (t) => files(t, fixture))
    await t.test('how often, over two processes', (t) => rateLimit(t, name))
  })
