import type { Test } from 'tap'
import type { Batch, EventRow, JsonObject, RecordStore } from '../../contract/index.js'
import { createRecordStore } from '../../storage-adapters/postgres/records/store.js'
import { temporaryDatabase } from '../../test/support/records.js'
import { silentLog } from '../../test/support/silent-log.js'
import { createCatalogue, type CatalogueDependencies } from './catalogue.js'

export const day = 86_400_000
export const workspace = { id: 'ws_one', number: 1 }
export const other = { id: 'ws_two', number: 2 }
export const empty: Batch = { events: [], logs: [], links: [], traits: [], contexts: [], metrics: [] }
export const batchOf = (...properties: readonly JsonObject[]): Batch => ({
  ...empty,
  events: properties.map(
    (one, index) => ({ timestamp: index * 1_000, context: {}, properties: one }) as unknown as EventRow,
  ),
})

export interface Catalogues {
  readonly records: RecordStore
  readonly clock: { now: number }
  open(
    most?: number,
    records?: RecordStore,
    parts?: Partial<CatalogueDependencies>,
  ): ReturnType<typeof createCatalogue>
}

/** Starts a catalogue over a record database of its own; the workspace `ws_old` is older than the catalogue. */
export async function openCatalogues(t: Test): Promise<Catalogues> {
  const database = await temporaryDatabase()
  const records = createRecordStore({ url: database.url, log: silentLog })
  await database.sql('CREATE SCHEMA sextant; CREATE TABLE sextant.workspaces (id text PRIMARY KEY)')
  await records.query(`INSERT INTO workspaces VALUES ('ws_old')`)
  await records.migrate('catalogue', new URL('migrations/', import.meta.url))
  await records.query(`INSERT INTO workspaces VALUES ('ws_one'), ('ws_two')`)
  const clock = { now: 20_000 * day }
  const opened: ReturnType<typeof createCatalogue>[] = []
  t.teardown(async () => {
    await Promise.all(opened.map((one) => one.close()))
    await records.close()
    await database.drop()
  })
  return {
    records,
    clock,
    open(most = 10_000, over = records, parts = {}) {
      const one = createCatalogue({
        records: over,
        log: silentLog,
        clock: () => clock.now,
        mostNames: most,
        ...parts,
      })
      opened.push(one)
      return one
    },
  }
}

/** Notes a batch as ingestion does around an append. */
export async function store(catalogue: ReturnType<typeof createCatalogue>, batch: Batch, where = workspace) {
  const noted = await catalogue.note(where, batch)
  noted.stored()
}
