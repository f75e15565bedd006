import fc from 'fast-check'
import t from 'tap'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { firstDifference } from '../property/compare-stores.js'
import { holdFound } from '../property/found.js'
import { propertyCase } from '../property/property-case.js'
import { rollupsHold } from '../property/rollups-hold.js'
import { clusterStore, patient, startShards } from '../support/shards.js'

/** Of each kind: making a workspace on three engines is slow. */
const runs = Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 45) / 15)
const seed = process.env['PROPERTY_SEED'] === undefined ? undefined : Number(process.env['PROPERTY_SEED'])
const shards = await startShards(3, { three: 3 })
const on = patient(clusterStore(shards, 'three'))
// Asks through another server than the one that data come in by.
const off = patient(clusterStore(shards, 'three', { rollups: false, asked: 2 }))
t.teardown(async () => {
  await Promise.all([on.close(), off.close()])
  await shards.stop()
})
t.setTimeout(0)

t.test('random plans give equal rows in memory and over three shards', { timeout: 0 }, async (t) => {
  let plans = 0
  const property = fc.asyncProperty(propertyCase(), async (one) => {
    plans += one.plans.length
    const wrong = await firstDifference(one, [on])
    if (wrong !== null) throw new Error(wrong)
  })
  const parameters = { numRuns: runs, ...(seed === undefined ? {} : { seed }), endOnFailure: true }
  const { failed, errorInstance, seed: used, counterexamplePath } = await fc.check(property, parameters)
  const told = errorInstance instanceof Error ? errorInstance.message : 'equal'
  t.notOk(failed, `PROPERTY_SEED=${used} path ${counterexamplePath ?? ''}: ${told}`)
  t.ok(plans >= runs * 10, `${plans} plans were compared`)
})

t.test('plans that differed once', (t) => holdFound(t, createMemoryStore(), [on]))

t.test('rollups of three shards answer like the rows', { timeout: 0 }, (t) =>
  rollupsHold(t, { on, off, mark: 'mergeTreeProjection', share: 1 / 3 }, Math.ceil(runs / 3)),
)
