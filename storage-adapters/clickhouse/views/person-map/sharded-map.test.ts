import t from 'tap'
import type { Servers } from '../../cluster/servers.js'
import type { Topology } from '../../cluster/topology.js'
import { shardedMaps } from './sharded-map.js'

const workspace = { id: 'ws_7', number: 7 }

/** A cluster that notes what it is sent, with so many links. */
function cluster(topology: Topology, links: number): { readonly servers: Servers; readonly sent: string[] } {
  const sent: string[] = []
  const answer = (query: string): readonly unknown[] => {
    if (query.includes('system.parts')) return [{ name: '1:all_1_1_0', time: '5', rows: String(links) }]
    if (query.includes('system.tables')) return [{ name: 'person_map_built' }, { name: 'person_map_5' }]
    return [{ generation: '5', mapped: '1', users: '2', links: [['1:all_1_1_0', 5]] }]
  }
  const client = {
    query({ query }: { query: string }) {
      sent.push(query)
      return Promise.resolve({ json: () => Promise.resolve(answer(query)) })
    },
    command({ query }: { query: string }) {
      sent.push(query)
      return Promise.resolve()
    },
    insert({ values }: { values: unknown }) {
      sent.push(JSON.stringify(values))
      return Promise.resolve()
    },
  }
  const servers: Servers = {
    client: client as unknown as Servers['client'],
    cluster: 'three',
    everywhere(statement) {
      sent.push(statement(' ON CLUSTER three'))
      return Promise.resolve()
    },
    layout: () => Promise.resolve(topology),
    inserting: () => Promise.resolve({}),
    reading: () => Promise.resolve({}),
    close: () => Promise.resolve(),
  }
  return { servers, sent }
}

t.test('a map needs enough links, and shards without replicas', async (t) => {
  for (const [replicas, links, expected] of [
    [1, 10, true],
    [1, 9, false],
    [2, 10, false],
  ] as const) {
    const { servers } = cluster({ shards: 3, replicas, replicated: replicas > 1 }, links)
    const maps = shardedMaps(servers, { leastUsers: 10 })
    t.equal(await maps.isWorthBuilding(workspace), expected, `${replicas} replicas, ${links} links`)
    t.equal(await maps.canBuild(workspace, true), replicas === 1)
  }
})

t.test('a map that was built before replicas were added answers no longer', async (t) => {
  for (const replicas of [1, 2]) {
    const { servers } = cluster({ shards: 3, replicas, replicated: true }, 10)
    const { newest, generations } = await shardedMaps(servers, { leastUsers: 0 }).built(workspace)
    t.same(generations, [{ generation: 5, whole: true }])
    t.equal(newest?.persons?.users, replicas === 1 ? 2 : undefined, `${replicas} replicas`)
  }
})

t.test('every table is made and dropped on all servers, and each row is sent to its shard', async (t) => {
  const { servers, sent } = cluster({ shards: 3, replicas: 1, replicated: true }, 10)
  const maps = shardedMaps(servers, { leastUsers: 0 })
  await maps.build(workspace, 5, new AbortController().signal)
  const made = sent.filter((text) => /^CREATE|^DROP/.test(text))
  t.ok(made.length >= 8)
  t.same(
    made.filter((text) => !text.includes(' ON CLUSTER three')),
    [],
  )
  const filled = sent.flatMap(
    (text) => /^INSERT INTO (\S+) \((\w+), (\w+)\) SELECT \2, \3 FROM cluster\(/.exec(text)?.[1] ?? [],
  )
  t.same(filled, ['`w7`.person_users_5', '`w7`.person_leaders_5', '`w7`.person_map_5'])
  t.same(JSON.parse(sent.at(-1) ?? ''), [
    { generation: '5', mapped: '1', users: '2', links: [['1:all_1_1_0', 5]] },
  ])

  sent.length = 0
  await maps.drop(workspace, 5)
  const places = ['`w7`', '`w7_shard`']
  const expected = ['users', 'leaders', 'map'].flatMap((kind) =>
    places.map((place) => `DROP TABLE IF EXISTS ${place}.person_${kind}_5 ON CLUSTER three`),
  )
  t.same(sent, expected)
})
