import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import {
  aggregate,
  column,
  count,
  scan,
  select,
  type AnalyticsStore,
  type Row,
} from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import type { Servers } from '../../storage-adapters/clickhouse/cluster/servers.js'
import type { ClickHouseFacts } from '../../storage-adapters/clickhouse/facts.js'
import type { PersonMap } from '../../storage-adapters/clickhouse/views/person-map/map.js'
import type { Upkeep } from '../../storage-adapters/clickhouse/views/activity-snapshot/upkeep.js'
import { batchDay, devices, eventsOf, linked } from '../support/device-batches.js'
import { patience } from '../support/patience.js'

const perPerson = select(
  aggregate(scan('events', batchDay, batchDay + 86_400_000), { who: column('person') }, { n: count() }),
  { n: column('n') },
)
const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 10_000 }

/** Opens a store that looks after its maps at each question, by way of one of the servers. */
type Open = (upkeep: Upkeep, asked: number) => AnalyticsStore

const often: Upkeep = {
  ...{
    leastRows: Infinity,
    leastUsers: 2,
    lookMs: 0,
    leastAgeMs: 0,
    mostOfTime: 1,
    worthComparing: 3,
    mostNewer: 1,
  },
  mostHeld: 0,
  firstDay: () => batchDay,
}

/** Maps of persons on a cluster are built, replaced, compared and dropped by questions and by the commands for views. */
export async function mapsAreKept(t: Test, open: Open, servers: Servers): Promise<void> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  const store = open(often, 0)
  const rare = open({ ...often, leastAgeMs: Infinity }, 1)
  t.teardown(() => Promise.all([store.close(), rare.close()]))
  await store.createWorkspace(workspace)

  const ask = (on: AnalyticsStore): Promise<readonly Row[]> => askStore(on, workspace, perPerson, limits)
  const mapOf = async (on: AnalyticsStore): Promise<PersonMap | null> =>
    ((await on.facts?.(workspace)) as ClickHouseFacts).persons
  const newer = async (on: AnalyticsStore, generation: number): Promise<PersonMap> => {
    for (;;) {
      await ask(on)
      const map = await mapOf(on)
      if (map !== null && map.generation > generation) return map
      await pause(50)
    }
  }
  const reported = async (): Promise<unknown> =>
    (await store.views?.check(workspace))?.find(({ name }) => name === 'person_map')
  const tables = async (): Promise<readonly number[]> => {
    const query = `SELECT DISTINCT name FROM clusterAllReplicas('three', system.tables) WHERE database IN ('w${number}', 'w${number}_shard') AND match(name, '^person_[a-z]+_[0-9]+$')`
    const found = await servers.client.query({ query, format: 'JSONEachRow' })
    const names = (await found.json<{ name: string }>()).map(({ name }) => name)
    t.notOk(
      names.some((name) => name.startsWith('person_users')),
      'what is only needed to build is dropped',
    )
    return [...new Set(names.map((name) => Number(name.split('_').at(-1))))].sort((a, b) => a - b)
  }

  await t.test('a question has the map built, another process finds it', async (t) => {
    await store.append(workspace, eventsOf(devices(0, 60)))
    t.equal((await ask(store)).length, 60)
    t.equal(await reported(), undefined, 'there are no links')
    await store.append(workspace, linked('ann', devices(0, 9)))
    await store.append(workspace, linked('bob', devices(9, 15)))
    const map = await newer(store, 0)
    t.match(map, { cluster: 'three', users: 2, mapped: 8 + 5 })
    t.equal((await ask(store)).length, 60 - 8 - 5)
    const found = await newer(rare, 0)
    t.same(found, map)
    t.equal((await ask(rare)).length, 60 - 8 - 5)
    t.same(await tables(), [map.generation])
  })

  await t.test('later links count, and have the map built again', async (t) => {
    const first = await mapOf(rare)
    await store.append(workspace, linked('bob', devices(0, 30)))
    t.equal((await ask(rare)).length, 60 - 29)
    t.equal(await mapOf(rare), first)
    const facts = (await rare.facts?.(workspace)) as ClickHouseFacts
    const { persons } = rare.compile(workspace, perPerson, facts) as {
      persons?: { late(): { text: string } | null } | null
    }
    t.match(persons?.late()?.text, /transform\(.*_shard.*person_map_/s)

    await store.append(workspace, eventsOf(devices(1_000, 1_700)))
    await store.append(workspace, linked('cid', devices(1_000, 1_700)))
    t.equal((await ask(store)).length, 60 - 29 + 1)
    const second = await newer(store, first?.generation ?? 0)
    t.match(second, { users: 3 - 1, mapped: 29 + 699 })
    t.same(await tables(), [first?.generation, second.generation], 'the one before may still be read')
    t.equal((await ask(rare)).length, 60 - 29 + 1)
  })

  await t.test('the map is compared with the links, and built on request', async (t) => {
    t.same(await reported(), { name: 'person_map', built: 1, differs: [] })
    const { generation = 0 } = (await mapOf(store)) ?? {}
    await servers.everywhere(() => `TRUNCATE TABLE w${number}_shard.person_map_${generation}`)
    t.same(await reported(), { name: 'person_map', built: 1, differs: ['2024-01-01'] })
    await store.views?.rebuild(workspace)
    while (((await reported()) as { built: number } | undefined)?.built !== 1) await pause(50)
    t.same(await reported(), { name: 'person_map', built: 1, differs: [] })
    t.equal((await ask(store)).length, 60 - 29 + 1)
  })

  await t.test('a map that is gone answers no longer', async (t) => {
    const { generation = 0 } = (await mapOf(store)) ?? {}
    t.ok(generation > 0)
    const third = open({ ...often, leastAgeMs: Infinity }, 2)
    t.teardown(() => third.close())
    await newer(third, 0)
    for (const place of [`w${number}`, `w${number}_shard`])
      for (const one of await tables())
        await servers.everywhere(() => `DROP TABLE IF EXISTS ${place}.person_map_${one}`)
    t.equal((await ask(third)).length, 60 - 29 + 1)
    t.equal((await ask(rare)).length, 60 - 29 + 1)
  })
  await store.dropWorkspace(workspace)
}
