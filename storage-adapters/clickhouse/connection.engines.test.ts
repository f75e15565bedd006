import { randomInt } from 'node:crypto'
import t from 'tap'
import { testEngines } from '../../test/support/engines.js'
import { silentLog } from '../../test/support/silent-log.js'
import { relay } from '../../test/support/relay.js'
import { connect } from './connection.js'
import { usual } from './sandbox/test-workspaces.js'
import { createClickHouseStore } from './store.js'

/** Without reuse, each statement opens a connection; a slow machine may still lose a few idle ones. */
const statements = 20

const { accepted, port } = await relay(t, new URL(testEngines().clickhouse.url))
const connection = { ...testEngines().clickhouse, url: `http://127.0.0.1:${port}` }

/** Connections opened while the statements run one after the other. */
async function opened(ask: () => Promise<unknown>): Promise<number> {
  const before = accepted()
  for (let times = 0; times < statements; times++) await ask()
  return accepted() - before
}

void t.test('statements of the service share a connection', async (t) => {
  const client = connect(connection)
  t.teardown(() => client.close())
  const ask = async () => (await client.query({ query: 'SELECT 1' })).json()
  t.ok((await opened(ask)) < statements / 2)
})

void t.test('statements of members share a connection', async (t) => {
  const store = createClickHouseStore({ connection, log: silentLog })
  const number = randomInt(1, 2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  await store.createWorkspace(workspace)
  t.teardown(async () => {
    await store.dropWorkspace(workspace)
    await store.close()
  })
  const { sql } = store
  if (sql === undefined) throw new Error('no SQL')
  const ask = () => sql.query(workspace, 'SELECT 1', usual)
  await ask()
  t.ok((await opened(ask)) < statements / 2)
})
