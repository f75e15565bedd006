import { createClient } from '@clickhouse/client'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { testEngines } from '../support/engines.js'
import { engineOf, numberOf, sqlStores, type Engine } from './sql-workspaces.js'
import { testService } from '../support/service.js'
import { store } from '../support/send.js'

const seconds = 2
/**
 * Ends a hang: far more than an engine needs to notice its limit, far less than the slow pattern once took.
 */
const hang = 20_000

/** The statements that the engine's own list shows for a workspace. */
async function running(engine: Engine, number: number, recordsUrl: string): Promise<readonly string[]> {
  if (engine === 'clickhouse') {
    const { url, user, password } = testEngines().clickhouse
    const client = createClient({ url, username: user ?? 'default', password: password ?? '' })
    const found = await client.query({
      query: `SELECT query FROM system.processes WHERE startsWith(query_id, {prefix:String})`,
      query_params: { prefix: `sextant-question-w${number}-` },
      format: 'JSONEachRow',
    })
    const rows = await found.json<{ query: string }>()
    await client.close()
    return rows.map(({ query }) => query)
  }
  const client = new pg.Client({ connectionString: recordsUrl })
  await client.connect()
  const { rows } = await client.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND strpos(application_name, $1) > 0`,
    [`/w${number}/`],
  )
  await client.end()
  return rows.map(({ query }) => query)
}

/** The first exceeds the limit of a pattern's size; the others fit. */
const patterns: readonly (readonly [pattern: string, statuses: readonly number[]])[] = [
  ['(a){1,1000}(b)', [422]],
  ['(a){1,499}(b)', [200, 504]],
  ['(a|aa){1,160}(b)', [200, 504]],
  ['(.*a){1,200}b', [200, 504]],
]

for (const named of sqlStores)
  t.test(`${named.name}: no regex filter holds the engine past its budget`, async (t) => {
    const service = await testService(t, { store: named, environment: { QUERY_TIMEOUT: String(seconds) } })
    const { id: workspace, ingestKey } = await service.workspace()
    const value = 'a'.repeat(900_000)
    const timestamp = '2026-01-05T10:00:00Z'
    await store(
      service,
      ingestKey,
      Array.from({ length: 5 }, (_, n) => ({
        event: 'e',
        device_id: `d${n}`,
        timestamp,
        properties: { value },
      })),
    )
    const number = await numberOf(service, workspace)
    const dau = (conditions: Readonly<Record<string, string>>) =>
      service.call('GET', '/api/v1/metrics/dau', {
        workspace,
        query: { range: '2026-01-05,2026-01-05', ...conditions },
      })
    t.match(await dau({}), { status: 200, body: { data: { total: 5 } } }, 'the events are there')
    for (const [pattern, statuses] of patterns) {
      const { status, body } = await dau({
        'conditions[0][field]': 'properties.value',
        'conditions[0][op]': 'regex',
        'conditions[0][value]': pattern,
      })
      t.ok(statuses.includes(status), `${pattern}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
      if (status === 200) t.equal(body.data.total, 0, pattern)
      const until = Date.now() + hang
      let left = await running(engineOf(service.over), number, service.recordsUrl)
      while (left.length > 0 && Date.now() < until) {
        await pause(50)
        left = await running(engineOf(service.over), number, service.recordsUrl)
      }
      t.strictSame(left, [], `${pattern}: the engine has ended it`)
    }
  })
