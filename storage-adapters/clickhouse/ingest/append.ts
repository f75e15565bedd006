import { ClickHouseError } from '@clickhouse/client'
import type { Batch } from '../../../contract/index.js'
import { clickhouseError } from '../errors.js'
import { createInFlight } from './in-flight.js'
import { insertRows } from './insert.js'
import type { TableSettings } from '../table-settings.js'
import type { Target } from './target.js'
import { insertTables, type InsertTable, type Kind } from './row-format.js'
import { hashed, type HashedRows, type Identified } from '../../sql/hashed-rows.js'
import { deduplicate } from './deduplicate.js'
import { createStoredRows, type StoredRows } from './stored-rows.js'
import type { WorkspaceDatabase } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'
import type { ServerRequests } from '../server-requests.js'
import { createWriterLeases, leaseTaken, patience, type Lease, type WriterLeases } from './writer-lease.js'

/**
 * Links, traits and contexts are stored first, so that an event is never visible before the facts about its
 * person from the same request.
 */
const stages: readonly (readonly Kind[])[] = [
  ['links', 'traits', 'contexts'],
  ['events', 'logs', 'metrics'],
]

/** ClickHouse's code for a failed throwIf: the lease has passed to another writer. */
const leaseIsLost = '395'

/** Stores a batch in a workspace. Rejects with UNAVAILABLE if the lease cannot be held long enough. */
export type Append = (database: WorkspaceDatabase, batch: Batch) => Promise<void>

/**
 * Returns a function that stores batches. Deduplication and insert are one atomic step, however many
 * processes write. No other process inserts rows with message ids while this one holds the lease, and
 * overlapping appends of this process hold different messages. If the lease is lost between two kinds of
 * rows, a kind already stored is not stored again. Example, with two processes sending message m:
 *
 *   A: takes lease 1, looks m up: absent, inserts m under the condition "lease 1 is the latest"
 *   B: takes lease 2, waits until inserts under lease 1 have ended, looks m up: present, drops m
 *   A: had it inserted after lease 2 was taken, the engine would reject it, and A would start over
 */
export function createAppend(
  servers: Servers,
  requests: ServerRequests,
  known: () => Promise<TableSettings>,
): Append {
  const leases = createWriterLeases(servers)
  const flights = createInFlight()
  const storedRows = createStoredRows()
  return async (database, batch) => {
    const { inserting } = await known().catch(unavailable)
    const settings = {
      inserting: { ...(await servers.inserting()), ...inserting },
      reading: await servers.reading(),
    }
    const left = new Map<Kind, HashedRows>()
    for (const kind of stages.flat())
      if (batch[kind].length > 0) left.set(kind, await hashed<Identified>(batch[kind]))
    const messages = [...left.values()].map((rows) => rows.messages).filter(({ size }) => size > 0)
    const land = await flights.begin(database.name, messages)
    try {
      const target = { requests, database, settings }
      await appendUnderLeases(target, messages.length > 0 ? leases : null, left, storedRows)
    } finally {
      land()
    }
  }
}

async function appendUnderLeases(
  target: Target,
  leases: WriterLeases | null,
  left: Map<Kind, HashedRows>,
  storedRows: StoredRows,
): Promise<void> {
  const end = performance.now() + patience
  while (left.size > 0) {
    let lease: Lease | null = null
    try {
      lease = leases === null ? null : await leases.of(target.database)
      await appendUnderLease(target, lease, left, storedRows)
    } catch (error) {
      if (lease !== null) leases?.end(target.database, lease)
      if (!(error instanceof ClickHouseError && error.code === leaseIsLost)) throw clickhouseError(error)
      if (performance.now() > end) throw leaseTaken(1, error)
    }
  }
}

async function appendUnderLease(
  target: Target,
  lease: Lease | null,
  left: Map<Kind, HashedRows>,
  storedRows: StoredRows,
): Promise<void> {
  // The lookups of all stages start at once, so that those of the second run while the first is inserted.
  const fresh = new Map(
    [...left].map(([kind, rows]) => [kind, deduplicate(target, lease, tableOf(kind), rows, storedRows)]),
  )
  const lookups = Promise.allSettled(fresh.values())
  try {
    for (const stage of stages) {
      // Waits for the whole stage before it throws.
      const ended = await Promise.allSettled(
        stage.map(async (kind) => {
          const rows = await fresh.get(kind)
          if (rows !== undefined) await insertRows(target, lease, tableOf(kind), rows)
          left.delete(kind)
        }),
      )
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    }
  } finally {
    await lookups
  }
}

const tableOf = (kind: Kind): InsertTable<unknown> => insertTables[kind]

function unavailable(error: unknown): never {
  throw clickhouseError(error)
}
