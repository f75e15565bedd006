import t from 'tap'
import { aggregate, column, countDistinct, scan } from '../../contract/index.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { databaseOf } from '../../storage-adapters/clickhouse/cluster/database.js'
import { insertingOn, readingOn } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { readableStatements } from '../../storage-adapters/clickhouse/sandbox/views.js'
import {
  accountStatements,
  dropStatements,
  profileStatement,
} from '../../storage-adapters/clickhouse/sandbox/server-accounts.js'
import { compileQuery } from '../../storage-adapters/clickhouse/query/compile-query.js'
import { tableStatements } from '../../storage-adapters/clickhouse/tables.js'
import { testEngines } from '../support/engines.js'

/**
 * Statements that need a Keeper, or accounts by SQL, cannot run here: they are inspected and parsed by the
 * engine.
 */
const client = connect(testEngines().clickhouse)
t.teardown(() => client.close())
const on = ' ON CLUSTER `sextant`'
const workspace = { id: 'ws_7', number: 7 }
const place = databaseOf(workspace, 'sextant')

async function parsed(statement: string): Promise<string> {
  const result = await client.query({
    query: 'SELECT formatQuerySingleLine({q:String})',
    query_params: { q: statement },
    format: 'JSONCompactEachRow',
  })
  return (await result.json<[string]>())[0]?.[0] ?? ''
}

t.test('tables of replicas', async (t) => {
  const texts = tableStatements(place).map((statement) => statement({ on, replicated: true, settings: [] }))
  t.equal(texts.length, 16)
  for (const text of texts) {
    const read = await parsed(text)
    t.match(read, /^CREATE TABLE IF NOT EXISTS w7(_shard)?\.\w+ ON CLUSTER sextant /)
    if (read.includes('w7_shard.') && !read.includes('ENGINE = Distributed'))
      t.match(
        read,
        /ENGINE = Replicated(Aggregating)?MergeTree\('\/clickhouse\/tables\/\{shard\}\/\{database\}\/\{table\}', '\{replica\}'\)/,
      )
  }
  const events = texts.find((text) => text.includes('`w7`.events_v1')) ?? ''
  t.match(events, "Distributed('sextant', 'w7_shard', 'events_v1', device)")
  const plain = tableStatements(place).map((statement) =>
    statement({ on: '', replicated: false, settings: [] }),
  )
  t.notOk(plain.some((text) => /Replicated|ON CLUSTER/.test(text)))
  const alone = tableStatements(databaseOf(workspace, null)).map((one) =>
    one({ on: '', replicated: false, settings: [] }),
  )
  t.notOk(alone.some((text) => /Distributed|_shard/.test(text)))
})

t.test('accounts and what they read', async (t) => {
  const known = new Set(['readonly', 'max_threads'])
  const texts = [
    profileStatement(known, on, { select_sequential_consistency: '1' }, true),
    ...accountStatements(7, 'secret', on),
    ...dropStatements(7, on),
    ...readableStatements('`sextant_sql_7`', place).map((statement) => statement(on)),
    `ALTER TABLE w7_shard.events_v1${on} DROP PROJECTION IF EXISTS x`,
    `KILL QUERY${on} WHERE query_id = 'x' ASYNC`,
    `CREATE DATABASE IF NOT EXISTS w7${on}`,
  ]
  for (const text of texts) t.match(await parsed(text), 'ON CLUSTER sextant', text.slice(0, 60))
  t.match(texts[0], /limit = 0 MAX \d+ CHANGEABLE_IN_READONLY/)
  t.match(profileStatement(known), /limit = 10001 MIN 1 MAX/)
})

t.test('settings', (t) => {
  const replicated = { shards: 3, replicas: 3, replicated: true, settings: [] }
  t.match(insertingOn(replicated), {
    distributed_foreground_insert: 1,
    insert_quorum: 'auto',
    insert_quorum_parallel: 0,
  })
  t.match(readingOn(replicated), { select_sequential_consistency: '1', skip_unavailable_shards: 0 })
  const plain = { shards: 3, replicas: 1, replicated: false, settings: [] }
  t.strictSame(insertingOn(plain), { distributed_foreground_insert: 1 })
  t.notOk('select_sequential_consistency' in readingOn(plain))
  t.end()
})

t.test('persons are grouped by device and linked on the shards', (t) => {
  const people = aggregate(scan('events'), {}, { people: countDistinct(column('person')) })
  t.equal(
    compileQuery(workspace, people, { cluster: 'sextant' }).text,
    "SELECT toInt64(uniqExact(ifNull(t2.actor, t1.`@device`))) AS `people` FROM cluster('sextant', view(" +
      'SELECT t0.device AS `@device` FROM `w7_shard`.events_v1 AS t0 GROUP BY t0.device)) AS t1 ' +
      'LEFT ANY JOIN (SELECT device, tupleElement(link, 2) AS user_id, xxh3(user_id) AS actor ' +
      'FROM `w7_shard`.device_links ORDER BY device, link DESC LIMIT 1 BY device) AS t2 ON t1.`@device` = t2.device',
  )
  t.end()
})
