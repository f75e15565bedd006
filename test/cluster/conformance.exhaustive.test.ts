import t from 'tap'
import { conformance } from '../conformance/suite.js'
import { clusterStore, startShards } from '../support/shards.js'

const shards = await startShards(3, { three: 3 })
t.teardown(() => shards.stop())

await conformance(
  'ClickHouse, three shards',
  () => clusterStore(shards, 'three'),
  undefined,
  () => shards.empty(),
)
