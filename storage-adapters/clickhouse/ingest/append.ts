import { ClickHouseError } from '@clickhouse/client'
import { ServiceError, type Batch } from '../../../core/contract/index.js'
import { clickhouseError } from '../errors.js'
import { createInFlight } from './in-flight.js'
import { insertRows } from './insert.js'
import type { PathLimits } from '../dynamic-paths.js'
import type { Target } from './target.js'
import { insertTables, type InsertTable, type Kind } from './row-format.js'
import { deduplicate, type HashedRow, hashed } from './deduplicate.js'
import type { Place } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'
import { createWriterLeases, patience, type Lease, type WriterLeases } from './writer-lease.js'

/** Links and traits first, so that an event is never visible before what its request said of its person. */
const stages: readonly (readonly Kind[])[] = [
  ['links', 'traits', 'contexts'],
  ['events', 'logs', 'metrics'],
]

/** The engine's code for a condition that does not hold. */
const turnIsOver = '395'

export type Append = (place: Place, batch: Batch) => Promise<void>

/**
 * Stores batches. Looking for repeated messages and inserting the others are one step, whatever the number of
 * processes: inside one turn nobody else inserts, and appends of this process that are under way at the same time hold
 * different messages. A kind that is stored is not stored again when the turn is lost between two of them.
 */
export function createAppend(servers: Servers, paths: () => Promise<PathLimits>): Append {
  const turns = createWriterLeases(servers)
  const flights = createInFlight()
  return async (place, batch) => {
    const { inserting } = await paths().catch(unavailable)
    const settings = {
      inserting: { ...(await servers.inserting()), ...inserting },
      reading: await servers.reading(),
    }
    const left = new Map<Kind, readonly HashedRow[]>()
    for (const kind of stages.flat()) if (batch[kind].length > 0) left.set(kind, await hashed(batch[kind]))
    const messages = messagesIn(left.values())
    const land = await flights.begin(place.database, messages)
    try {
      const target = { client: servers.client, place, settings }
      await appendInTurns(target, messages.size > 0 ? turns : null, left)
    } finally {
      land()
    }
  }
}

function messagesIn(kinds: Iterable<readonly HashedRow[]>): ReadonlySet<string> {
  const messages = new Set<string>()
  for (const rows of kinds) for (const { id, hash } of rows) if (id !== null) messages.add(hash)
  return messages
}

async function appendInTurns(
  target: Target,
  turns: WriterLeases | null,
  left: Map<Kind, readonly HashedRow[]>,
): Promise<void> {
  const end = performance.now() + patience
  while (left.size > 0) {
    let turn: Lease | null = null
    try {
      turn = turns === null ? null : await turns.of(target.place)
      await appendInTurn(target, turn, left)
    } catch (error) {
      if (turn !== null) turns?.end(target.place, turn)
      if (!(error instanceof ClickHouseError && error.code === turnIsOver)) throw clickhouseError(error)
      if (performance.now() > end) throw lost(error)
    }
  }
}

async function appendInTurn(
  target: Target,
  turn: Lease | null,
  left: Map<Kind, readonly HashedRow[]>,
): Promise<void> {
  // The first stage is inserted while the repeats of the second are looked up: what waits longest is not alone.
  const fresh = new Map(
    [...left].map(([kind, rows]) => [kind, deduplicate(target, turn, tableOf(kind), rows)]),
  )
  const lookups = Promise.allSettled(fresh.values())
  try {
    for (const stage of stages) {
      // All of a stage have ended before anything is said of one of them.
      const ended = await Promise.allSettled(
        stage.map(async (kind) => {
          await insertRows(target, turn, tableOf(kind), (await fresh.get(kind)) ?? [])
          left.delete(kind)
        }),
      )
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    }
  } finally {
    await lookups
  }
}

const tableOf = (kind: Kind): InsertTable<unknown> => insertTables[kind] as InsertTable<unknown>

function unavailable(error: unknown): never {
  throw clickhouseError(error)
}

const lost = (cause: unknown): ServiceError =>
  new ServiceError('UNAVAILABLE', 'Other processes are writing to this workspace.', { retryAfter: 1, cause })
