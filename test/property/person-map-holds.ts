import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import type { Test } from 'tap'
import type { AnalyticsStore, Relation, WorkspaceRef } from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { databaseOf } from '../../storage-adapters/clickhouse/cluster/database.js'
import type { ClickHouseFacts } from '../../storage-adapters/clickhouse/facts.js'
import type { ClickHouseQuery } from '../../storage-adapters/clickhouse/query/compile-query.js'
import type { KnownLinks, LinkMemory } from '../../storage-adapters/clickhouse/views/person-map/late-links.js'
import { chooseMapForm } from '../../storage-adapters/clickhouse/views/person-map/answer.js'
import type { PersonMap } from '../../storage-adapters/clickhouse/views/person-map/map.js'
import type { Generations } from '../../storage-adapters/clickhouse/views/generations.js'
import { patience } from '../support/patience.js'
import {
  deviceOf,
  eventsOfDevices,
  linkBatches,
  linksOnly,
  partition,
  personCount,
  persons,
  shown,
} from './linking.js'
import { failureOf, propertyRuns } from './seeded.js'

/** Where the map is tested: on a single server, or on the shards of a cluster. */
export interface MapPlace {
  readonly memory: AnalyticsStore
  readonly clickhouse: AnalyticsStore
  /** Another process that writes to the same engine. */
  readonly other: AnalyticsStore
  readonly cluster: string | null
  readonly source: Generations
  /** Runs a statement on every server. */
  command(query: string): Promise<unknown>
  /** How many random sequences of links, for one on a single server. */
  readonly share: number
}

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }

/** Persons are resolved by the row or by groups, as the size of the map decides; that must not matter. */
const sizes = [0, 1_000_000_000]

/**
 * The map of persons gives the same persons as the links do, whatever is linked before, while and after it is built: late
 * links, ties, devices that change their users, several writers at once, merges, and deleted links.
 */
export async function personMapHolds(t: Test, place: MapPlace): Promise<void> {
  const { memory, clickhouse, other, source } = place
  const both = [memory, clickhouse]

  async function withWorkspace(work: (workspace: WorkspaceRef) => Promise<void>): Promise<void> {
    const number = randomInt(2 ** 40)
    const workspace = { id: `ws_${number}`, number }
    for (const store of both) await store.createWorkspace(workspace)
    await other.prepare([workspace])
    try {
      for (const store of both) await store.append(workspace, eventsOfDevices)
      await work(workspace)
    } finally {
      for (const store of both) await store.dropWorkspace(workspace)
    }
  }

  let generation = Date.now()
  async function buildMap(workspace: WorkspaceRef): Promise<PersonMap> {
    await clickhouse.facts?.(workspace)
    await source.build(workspace, generation++, new AbortController().signal)
    const { newest } = await source.built(workspace)
    if (newest?.persons == null) throw new Error('no map was built')
    const held = (await source.hold?.(workspace, newest.persons)) ?? false
    return { ...newest.persons, held }
  }

  /** How often persons came from the links, from the map alone, and from the map with later links; held in memory or not. */
  const answered = { links: 0, map: 0, late: 0, ...(source.hold && { held: 0, heldLate: 0 }) }
  const found = new Map<number, KnownLinks>()
  const remembered: LinkMemory = {
    linksOf: ({ number }) => found.get(number),
    keepLinks: ({ number }, known) => void found.set(number, known),
  }
  const state = { linked: (): void => undefined, forget: (): void => undefined, ...remembered }
  const asking = { ask: clickhouse.run, state, limits, signal: undefined }

  async function answersBy(map: PersonMap, workspace: WorkspaceRef, plan: Relation): Promise<string[][]> {
    const facts = (await clickhouse.facts?.(workspace)) as ClickHouseFacts
    const answers: string[][] = []
    const ways = sizes.flatMap((mapped) =>
      [false, ...(map.held ? [true] : [])].map((held) => ({ mapped, held })),
    )
    for (const way of ways) {
      const known: ClickHouseFacts = { ...facts, persons: { ...map, ...way } }
      const query = clickhouse.compile(workspace, plan, known) as ClickHouseQuery
      const form = query.persons && (await chooseMapForm(workspace, query.persons, asking))
      const isMap = form !== null && /person_(map|held)_/.test(form.text)
      const isLate = form?.text.includes('transform(') === true
      const by = !isMap ? 'links' : way.held ? (isLate ? 'heldLate' : 'held') : isLate ? 'late' : 'map'
      answered[by] = (answered[by] ?? 0) + 1
      answers.push([...shown(await clickhouse.run(form ?? query, limits))])
    }
    return answers
  }

  async function check(map: PersonMap, workspace: WorkspaceRef, where: string): Promise<void> {
    for (const plan of [persons, partition, personCount]) {
      const expected = shown(await askStore(memory, workspace, plan, limits)).join()
      for (const found of await answersBy(map, workspace, plan))
        if (found.join() !== expected) throw new Error(`${where}: ${found.join()} instead of ${expected}`)
    }
  }

  type Batches = typeof linkBatches extends fc.Arbitrary<infer T> ? T : never

  const holds = async (runs: number, work: (workspace: WorkspaceRef, batches: Batches) => Promise<void>) =>
    failureOf(
      fc.asyncProperty(linkBatches, (batches) => withWorkspace((workspace) => work(workspace, batches))),
      Math.max(1, Math.ceil(propertyRuns(runs) * place.share)),
    )

  await t.test('any sequence of links gives the same persons, before and after merges', async (t) => {
    const failure = await holds(10, async (workspace, batches) => {
      const table = `${databaseOf(workspace, place.cluster).stored}.device_links`
      await place.command(`SYSTEM STOP MERGES ${table}`)
      let map = await buildMap(workspace)
      for (const [at, links] of batches.entries()) {
        for (const store of both) await store.append(workspace, linksOnly(links))
        if (at % 5 === 2) {
          await check(map, workspace, 'links after the map')
          map = await buildMap(workspace)
          await check(map, workspace, 'all links in the map')
        }
      }
      await check(map, workspace, 'the last links')
      await place.command(`SYSTEM START MERGES ${table}`)
      await place.command(`OPTIMIZE TABLE ${table} FINAL`)
      await check(map, workspace, 'merged')
    })
    t.equal(failure, null)
    for (const [form, count] of Object.entries(answered)) if (form !== 'links') t.ok(count > 0, form)
  })

  await t.test('links that are stored while the map is built count', async (t) => {
    const failure = await holds(5, async (workspace, batches) => {
      const writers = [clickhouse, other]
      const [map] = await Promise.all([
        buildMap(workspace),
        ...batches.map((links, at) => writers[at % 2]?.append(workspace, linksOnly(links))),
        ...batches.map((links) => memory.append(workspace, linksOnly(links))),
      ])
      await check(map, workspace, 'stored meanwhile')
    })
    t.equal(failure, null)
  })

  await t.test('persons come from the links if links under the map are deleted', async (t) => {
    await withWorkspace(async (workspace) => {
      const user = (user_id: string, device: number) => ({
        timestamp: 1,
        device_id: deviceOf(device),
        user_id,
      })
      const links = linksOnly([user('ann', 1), user('ann', 2), user('bob', 3), user('bob', 4)])
      for (const store of both) await store.append(workspace, links)
      const map = await buildMap(workspace)
      await check(map, workspace, 'before')
      const before = answered.links
      const [one] = await answersBy(map, workspace, partition)
      t.equal(answered.links, before)
      await place.command(
        `ALTER TABLE ${databaseOf(workspace, place.cluster).stored}.device_links DELETE WHERE device_id = '${deviceOf(2)}' SETTINGS mutations_sync = 1`,
      )
      const [other] = await answersBy(map, workspace, partition)
      t.equal(other?.length, (one?.length ?? 0) + 1, 'one more person')
      t.equal(answered.links, before + sizes.length * (map.held ? 2 : 1))
    })
  })
}
