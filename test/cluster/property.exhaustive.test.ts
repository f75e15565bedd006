import fc from 'fast-check'
import t from 'tap'
import type { WorkspaceRef } from '../../contract/index.js'
import type { ClickHouseFacts } from '../../storage-adapters/clickhouse/facts.js'
import { upkeep } from '../../storage-adapters/clickhouse/views/activity-snapshot/upkeep.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { firstDifference } from '../kit/plans/compare-stores.js'
import { holdFound } from '../property/found.js'
import { plansOfCase, propertyCase } from '../kit/plans/property-case.js'
import { rebuilt, rollupsHold } from '../property/rollups-hold.js'
import { failureOf, propertyRuns } from '../property/seeded.js'
import { clusterStore, patient, startShards } from '../support/shards.js'

/** Per kind: creating a workspace on three engines is slow. */
const runs = Math.ceil(propertyRuns(45) / 15)
const shards = await startShards(3, { three: 3 })
// The map of persons is built on request only, and then used however few users there are.
const personDays = { ...upkeep, leastUsers: 0, lookMs: Infinity }
const on = patient(clusterStore(shards, 'three', { personDays }))
// Queries through another server than the one that receives data.
const off = patient(clusterStore(shards, 'three', { views: false, asked: 2 }))
t.teardown(async () => {
  await Promise.all([on.close(), off.close()])
  await shards.stop()
})

t.test('random plans give equal rows in memory and over three shards', async (t) => {
  let plans = 0
  const property = fc.asyncProperty(propertyCase(), async (one) => {
    plans += one.plans.length
    const wrong = await firstDifference(one, [on])
    if (wrong !== null) throw new Error(wrong)
  })
  t.equal(await failureOf(property, runs), null)
  t.equal(plans, runs * plansOfCase)
})

t.test('plans that differed once', (t) => holdFound(t, createMemoryStore(), [on]))

t.test('rollups of three shards, and persons by their map, answer like the rows', async (t) => {
  const keep = async (workspace: WorkspaceRef): Promise<void> => {
    await rebuilt(on, workspace)
    t.not(((await on.facts?.(workspace)) as ClickHouseFacts).persons, null)
  }
  await rollupsHold(t, { on, off, mark: 'mergeTreeProjection', share: 1 / 3, keep }, Math.ceil(runs / 3))
})
