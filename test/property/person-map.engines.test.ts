import t from 'tap'
import { singleServer } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { snapshotGenerations } from '../../storage-adapters/clickhouse/views/activity-snapshot/generations.js'
import { testEngines } from '../support/engines.js'
import { silentLog } from '../support/silent-log.js'
import { testStores } from '../support/stores.js'
import { personMapHolds } from './person-map-holds.js'

const stores = await testStores()
const { memory, clickhouse } = stores
const connection = testEngines().clickhouse
const other = createClickHouseStore({ connection, log: silentLog })
const client = connect(connection)
t.teardown(() => Promise.all([stores.close(), client.close(), other.close()]))

const counts = {
  generation: () => 1,
  built: () => Promise.reject(new Error('the first generation is whole')),
}
const source = snapshotGenerations({
  servers: singleServer(client),
  counts,
  upkeep: { leastRows: 0, mostHeld: Infinity, firstDay: () => 0 },
})
const command = (query: string): Promise<unknown> => client.command({ query })
await personMapHolds(t, { memory, clickhouse, other, cluster: null, source, command, share: 1 })
