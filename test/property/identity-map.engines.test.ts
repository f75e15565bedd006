import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import t from 'tap'
import { scan, select, column, type AnalyticsStore, type Relation } from '../../core/contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import type { ClickHouseFacts } from '../../storage-adapters/clickhouse/facts.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { testEngines } from '../support/engines.js'
import { patience } from '../support/patience.js'
import { silentLog } from '../support/silent-log.js'
import { testStores } from '../support/stores.js'
import {
  eventsOfDevices,
  linkBatches,
  linksOnly,
  partition,
  personCount,
  persons,
  personsOfLinks,
  shown,
} from './linking.js'
import { failureOf, propertyRuns } from './seeded.js'
import type { Linking } from './test-linking.js'

/**
 * The partition of devices into persons is the same on every engine after any sequence of links: late ones,
 * ties, devices that change their users, from several processes at once, and after kills in the middle.
 */
const { clickhouse: connection } = testEngines()
const stores = await testStores()
const { memory, clickhouse, postgres, duckdb } = stores
const others = [1, 2].map(() => createClickHouseStore({ connection, log: silentLog }))
const client = connect(connection)
t.teardown(async () => {
  await Promise.all([stores.close(), client.close(), ...others.map((store) => store.close())])
})

const limits = { timeMs: patience, memoryBytes: 1_000_000_000, rows: 1_000 }
/** Whether persons are resolved by the row or by groups must not matter: the sizes of maps decide. */
const sizes: readonly (number | null)[] = [null, 0, 1_000_000_000]

async function withWorkspace(
  used: readonly AnalyticsStore[],
  work: (workspace: { id: string; number: number }) => Promise<void>,
): Promise<void> {
  const number = randomInt(2 ** 40)
  const workspace = { id: `ws_${number}`, number }
  for (const store of used) await store.createWorkspace(workspace)
  try {
    for (const store of used) await store.append(workspace, eventsOfDevices)
    await work(workspace)
  } finally {
    for (const store of used) await store.dropWorkspace(workspace)
  }
}

type Workspace = Parameters<AnalyticsStore['append']>[0]

const ask = async (store: AnalyticsStore, workspace: Workspace, plan: Relation) =>
  shown(await askStore(store, workspace, plan, limits))

/** Asks ClickHouse for a plan in each way that the size of the map may choose. */
async function askAllWays(workspace: Workspace, plan: Relation): Promise<readonly (readonly string[])[]> {
  const facts = (await clickhouse.facts?.(workspace)) as ClickHouseFacts
  const answers: (readonly string[])[] = []
  for (const mapped of sizes) {
    const query = clickhouse.compile(workspace, plan, { ...facts, mapped } as ClickHouseFacts)
    answers.push(shown(await clickhouse.run(query, limits)))
  }
  return answers
}

const same = (found: readonly string[], expected: readonly string[], where: string): void => {
  if (found.join() !== expected.join())
    throw new Error(`${where}: ${found.join(', ')} instead of ${expected.join(', ')}`)
}

async function check(workspace: Workspace): Promise<void> {
  for (const plan of [persons, partition]) {
    const expected = await ask(memory, workspace, plan)
    for (const store of [postgres, duckdb]) same(await ask(store, workspace, plan), expected, store.engine)
    for (const found of await askAllWays(workspace, plan)) same(found, expected, 'clickhouse')
  }
  const [count] = await askStore(memory, workspace, personCount, limits)
  const [found] = await askStore(clickhouse, workspace, personCount, limits)
  if (Number(found?.['n']) !== Number(count?.['n'])) throw new Error('the number of persons differs')
}

t.test('any sequence of links gives the same persons, before and after merges', async (t) => {
  const property = fc.asyncProperty(linkBatches, async (batches) => {
    await withWorkspace([memory, clickhouse, postgres, duckdb], async (workspace) => {
      const table = `w${workspace.number}.device_links`
      await client.command({ query: `SYSTEM STOP MERGES ${table}` })
      for (const [at, links] of batches.entries()) {
        for (const store of [memory, clickhouse, postgres, duckdb])
          await store.append(workspace, linksOnly(links))
        if (at % 4 === 0) await check(workspace)
      }
      await check(workspace)
      await client.command({ query: `SYSTEM START MERGES ${table}` })
      await client.command({ query: `OPTIMIZE TABLE ${table} FINAL` })
      await check(workspace)
    })
  })
  t.equal(await failureOf(property, propertyRuns(12)), null)
})

t.test('links from several processes at once give the same persons', async (t) => {
  const property = fc.asyncProperty(linkBatches, async (batches) => {
    await withWorkspace([memory, clickhouse, postgres, duckdb], async (workspace) => {
      const writers = [clickhouse, ...others]
      for (const store of others) await store.prepare([workspace])
      for (const store of [memory, postgres, duckdb])
        for (const links of batches) await store.append(workspace, linksOnly(links))
      await Promise.all(
        batches.map((links, at) => writers[at % writers.length]?.append(workspace, linksOnly(links))),
      )
      await check(workspace)
    })
  })
  t.equal(await failureOf(property, propertyRuns(4)), null)
})

t.test('killed writers leave persons that follow from the stored links', async (t) => {
  await withWorkspace([clickhouse], async (workspace) => {
    const program = fileURLToPath(new URL('test-linking.js', import.meta.url))
    const links = select(scan('links'), { device_id: column('device_id'), user_id: column('user_id') })
    for (let round = 0; round < 3; round++) {
      const children = [1, 2].map((child) => {
        const linking: Linking = { workspace, connection, seed: round * 10 + child }
        return spawn(process.execPath, [program, JSON.stringify(linking)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
      })
      // Each is killed in the middle of an append that follows its first ones.
      await Promise.all(
        children.map(async (child) => {
          for (let appends = 0; appends < 3;) appends += String((await once(child.stdout, 'data'))[0]).length
          child.kill('SIGKILL')
          await once(child, 'exit')
        }),
      )
      // The next append waits for statements that the killed ones left behind.
      await clickhouse.append(
        workspace,
        linksOnly([{ timestamp: 1, device_id: 'device 1', user_id: 'user 1' }]),
      )
      const expected = personsOfLinks(await askStore(clickhouse, workspace, links, limits))
      for (const found of await askAllWays(workspace, persons)) t.strictSame(found, expected)
      const sums = expected.map((text) => text.replace(/ .*/, ' null')).sort()
      for (const found of await askAllWays(workspace, partition)) t.strictSame(found, sums)
    }
  })
})
