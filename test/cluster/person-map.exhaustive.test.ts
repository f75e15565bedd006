import t from 'tap'
import { clusterServers } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { shardedMaps } from '../../storage-adapters/clickhouse/views/person-map/sharded-map.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { personMapHolds } from '../property/person-map-holds.js'
import { mapsAreKept } from './person-map-upkeep.js'
import { clusterStore, patient, startShards } from '../support/shards.js'

const shards = await startShards(3, { three: 3 })
const clickhouse = patient(clusterStore(shards, 'three'))
const other = patient(clusterStore(shards, 'three', { asked: 1 }))
const [first, ...others] = shards.urls.map((url) => connect({ url }))
if (first === undefined) throw new Error('there are no shards')
const servers = clusterServers('three', [first, ...others])
t.teardown(async () => {
  await Promise.all([clickhouse.close(), other.close(), servers.close(), first.close()])
  await shards.stop()
})

await t.test('maps are kept', (t) =>
  mapsAreKept(
    t,
    (personDays, asked) => patient(clusterStore(shards, 'three', { personDays, asked })),
    servers,
  ),
)

await personMapHolds(t, {
  ...{ memory: createMemoryStore(), clickhouse, other, cluster: 'three', share: 1 / 5 },
  source: shardedMaps(servers, { leastUsers: 0 }),
  command: (query) => servers.everywhere(() => query),
})
