import pg from 'pg'
import type { AnalyticsStore, Batch, CompiledQuery, WorkspaceRef } from '../contract/index.js'
import { clientConfig } from '../storage-adapters/postgres/records/connection.js'
import { createPostgresStore } from '../storage-adapters/postgres/store.js'
import { fillStore } from './data/postgres.js'
import { quiet, type BenchEngines } from './engine.js'
import { cpuOfFamily } from './processor-time.js'
import { limits } from './run/limits.js'

/** Microseconds of the engine's processor per event. */
export interface LoadCost {
  readonly bare: number
  readonly withRollups: number
  readonly withStatistics: number
}

/**
 * Stores the events three times, batch by batch in turns: without rollups, with them, and with rollups and the planner's
 * statistics, as the service stores them. The last is `workspace`, of `store`; the others are dropped. After each
 * batch `cheap` runs, which waits for statistics under renewal.
 */
export async function measureLoad(
  { client, postgres }: BenchEngines,
  store: AnalyticsStore,
  workspace: WorkspaceRef,
  sizes: { readonly events: number; readonly batch: number },
  cheap: (store: AnalyticsStore, workspace: WorkspaceRef) => Promise<CompiledQuery>,
): Promise<LoadCost> {
  const plain = createPostgresStore({ connection: postgres, log: quiet, statistics: false })
  const bare = { id: 'ws_bare', number: workspace.number + 1 }
  const rolled = { id: 'ws_rolled', number: workspace.number + 2 }
  const direct = new pg.Client(clientConfig(postgres))
  await direct.connect()
  try {
    for (const ref of [bare, rolled]) await plain.createWorkspace(ref)
    await store.createWorkspace(workspace)
    for (const trigger of ['rolled_added', 'days_added'])
      await direct.query(`DROP TRIGGER ${trigger} ON w${bare.number}.events_v1`)
    const ways = [
      { by: plain, ref: bare, seconds: 0 },
      { by: plain, ref: rolled, seconds: 0 },
      { by: store, ref: workspace, seconds: 0 },
    ]
    const append: AnalyticsStore['append'] = async (_, batch) => {
      for (const part of partsOf(batch, sizes.batch))
        for (const way of ways) {
          const used = cpuOfFamily(postgres.pid)
          await way.by.append(way.ref, part)
          await way.by.run(await cheap(way.by, way.ref), limits)
          way.seconds += cpuOfFamily(postgres.pid) - used
        }
    }
    await fillStore(client, { ...store, append }, workspace, sizes.events)
    const [without = NaN, withRollups = NaN, withStatistics = NaN] = ways.map(
      ({ seconds }) => (seconds * 1e6) / sizes.events,
    )
    for (const ref of [bare, rolled]) await plain.dropWorkspace(ref)
    return { bare: without, withRollups, withStatistics }
  } finally {
    await Promise.all([plain.close(), direct.end()])
  }
}

/** The batch in parts of this many events; links go with the first. */
export function partsOf(batch: Batch, size: number): readonly Batch[] {
  const starts = Array.from({ length: Math.ceil(batch.events.length / size) }, (_, part) => part * size)
  return starts.map((start) => ({
    ...batch,
    events: batch.events.slice(start, start + size),
    links: start === 0 ? batch.links : [],
  }))
}
