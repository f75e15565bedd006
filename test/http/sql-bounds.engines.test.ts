import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import t, { type Test } from 'tap'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { testEngines } from '../support/engines.js'
import type { Called } from '../support/request.js'
import { sqlWorkspaces, sqlPath, sqlStores, type Engine, type SqlWorkspaces } from './sql-workspaces.js'

const seconds = 1

/** Far more than any budget: unlimited, none would end within the test's own time. */
const heavy: Readonly<Record<Engine, Readonly<Record<string, string>>>> = {
  clickhouse: {
    'minutes of work': 'SELECT count() FROM numbers(1000000000000) WHERE number % 7 = 3',
    'a result of 1 GB': "SELECT repeat('x', 100000) AS x FROM numbers(10000)",
    '10^12 pairs':
      'SELECT count() FROM numbers(1000000) AS a CROSS JOIN numbers(1000000) AS b WHERE a.number < b.number',
    'one value of 1 GB': "SELECT repeat('x', 1000000000) AS x",
  },
  postgres: {
    'minutes of work': 'SELECT count(*) FROM generate_series(1, 1000000000000) AS n WHERE n % 7 = 3',
    'a result of 1 GB': "SELECT repeat('x', 100000) AS x FROM generate_series(1, 10000)",
    '10^12 pairs':
      'SELECT count(*) FROM generate_series(1, 1000000) AS a CROSS JOIN generate_series(1, 1000000) AS b WHERE a < b',
    'one value of 1 GB': "SELECT repeat('x', 1000000000) AS x",
  },
}

async function bounds(t: Test, fixture: SqlWorkspaces): Promise<void> {
  for (const [what, query] of Object.entries(heavy[fixture.engine]))
    for (const format of ['json', 'csv']) await oneBound(t, fixture, what, query, format)
  t.strictSame((await fixture.run('SELECT 1 AS x')).body.rows, [[1]])
}

async function oneBound(
  t: Test,
  fixture: SqlWorkspaces,
  what: string,
  query: string,
  format: string,
): Promise<void> {
  const { service, workspace, token } = fixture
  const range = '2026-01-05,2026-01-05'
  const dau = (): Promise<Called> =>
    service.call('GET', '/api/v1/metrics/dau', { token, workspace, query: { range } })
  const began = performance.now()
  const progress = { ended: false }
  const ending = fixture
    .run(query, { format, limit: 10_000 })
    .then(
      ({ status }) => status,
      () => 'broken',
    )
    .finally(() => {
      progress.ended = true
    })
  let served = 0
  while (!progress.ended) {
    const { status, body } = await dau()
    if (status !== 200 || body.data.total !== 2) t.fail(`${what}: dau ${status}`)
    served += 1
  }
  const outcome = await ending
  const took = Math.round(performance.now() - began)
  const told = `${what} as ${format}: ${outcome} after ${took} ms, others were served ${served} times`
  t.ok(served > 0, told)
  // A file may be this large.
  const file = format === 'csv' && what === 'a result of 1 GB'
  const allowed = [422, 504, ...(format === 'csv' ? ['broken'] : []), ...(file ? [200] : [])]
  t.ok(allowed.includes(outcome), told)
}

/**
 * Returns a function for the number of members' statements that an engine runs for this service, observed
 * from outside.
 */
async function working(t: Test, { service, engine }: SqlWorkspaces): Promise<() => Promise<number>> {
  if (engine === 'clickhouse') {
    const { url, user: username = '', password = '' } = testEngines().clickhouse
    const client = connect({ url, user: username, password })
    t.teardown(() => client.close())
    return async () => {
      const query = `SELECT count() FROM system.processes WHERE position(query, '${mark}') > 0 AND position(query, 'processes') = 0`
      const found = await client.query({ query, format: 'JSONCompactEachRow' })
      return Number((await found.json<[string]>())[0]?.[0])
    }
  }
  const client = new pg.Client({ connectionString: service.recordsUrl })
  await client.connect()
  t.teardown(() => client.end())
  return async () => {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'active' AND usename LIKE 'sextant_r_%'`,
    )
    return rows[0]?.n ?? 0
  }
}

const mark = 'left_alone'
const endless: Readonly<Record<Engine, string>> = {
  clickhouse: `SELECT count() AS ${mark} FROM numbers(1000000000000) WHERE number % 7 = 3`,
  postgres: `SELECT count(*) AS ${mark} FROM generate_series(1, 1000000) AS a CROSS JOIN generate_series(1, 1000000) AS b`,
}

async function leaving(t: Test, fixture: SqlWorkspaces): Promise<void> {
  for (const format of ['json', 'csv']) {
    const count = await working(t, fixture)
    const controller = new AbortController()
    const answer = fetch(fixture.service.base + sqlPath, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${fixture.token}`,
        'content-type': 'application/json',
        'x-workspace-id': fixture.workspace,
      },
      body: JSON.stringify({ query: endless[fixture.engine], format }),
      signal: controller.signal,
    })
    // A timeout of the test itself ends these loops.
    while ((await count()) === 0) await wait(20)
    controller.abort()
    await t.rejects(answer)
    while ((await count()) > 0) await wait(20)
    t.pass(`${format}: the engine is idle`)
  }
}

for (const { name } of sqlStores)
  await t.test(name, async (t) => {
    const fixture = await sqlWorkspaces(t, name, { QUERY_TIMEOUT: String(seconds), QUERY_MEMORY: '1000' })
    await t.test('each ends inside its budget, and others are served', (t) => bounds(t, fixture))
    const patient = await sqlWorkspaces(t, name, { QUERY_TIMEOUT: '600' })
    // Far below that budget.
    await t.test('the client has disconnected', (t) => leaving(t, patient))
  })
