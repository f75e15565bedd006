import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '../../../contract/index.js'
import { ofAllServers, type WorkspaceDatabase } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'

/**
 * The right to write to a workspace, held by one writer at a time among all processes. The epoch is a fencing
 * token: every insert carries the condition that its lease is still the latest, which the engine checks
 * before it accepts rows.
 */
export interface Lease {
  readonly epoch: number
  readonly writer: string
}

/** The writer leases of this process. */
export interface WriterLeases {
  /**
   * Returns the lease that this process holds. Otherwise takes the next one, as soon as no insert under an
   * earlier lease is running. Rejects with UNAVAILABLE after `patience`.
   */
  of(database: WorkspaceDatabase): Promise<Lease>
  /**
   * Gives up a lease. Must be called if an insert under it failed: the insert may still be running, or the
   * lease has passed to another writer.
   */
  end(database: WorkspaceDatabase, lease: Lease): void
}

/** Minimum time in ms that a lease is left to its writer, so that competing writers all make progress. */
const shortest = 250
/** Random jitter in ms, so that waiting writers do not retry at once. */
const spread = 50
/** Time in ms to wait for a lease and for the inserts under earlier ones. */
export const patience = 20_000

/**
 * Returns the condition that throws unless the lease is the latest. The server that runs the statement reads
 * its own table: every server stores a lease before it is held.
 */
export const leaseCondition = ({ stored }: WorkspaceDatabase): string =>
  `throwIf((SELECT (max(turn).1, max(turn).2) FROM ${stored}.writers) != ({epoch:UInt64}, {writer:String})) = 0`

/** Returns the prefix of the query ids of inserts into a workspace; a unique suffix follows. */
export const insertName = ({ name: database }: WorkspaceDatabase): string =>
  `sextant-append-${database.replaceAll('`', '')}-`

/** Returns the leases of this process. */
export function createWriterLeases(servers: Servers): WriterLeases {
  const { client } = servers
  const held = new Map<string, Lease>()
  /**
   * Leases being taken. Concurrent callers wait for the same one; two attempts would take it from each other.
   */
  const awaited = new Map<string, Promise<Lease>>()

  async function ask<R>(query: string, parameters: Record<string, unknown> = {}): Promise<R | undefined> {
    const result = await client.query({
      query,
      query_params: parameters,
      format: 'JSONCompactEachRow',
      clickhouse_settings: await servers.reading(),
    })
    return (await result.json<R>())[0]
  }

  async function take(database: WorkspaceDatabase, end: number): Promise<Lease> {
    const { shards, replicas } = await servers.layout()
    const writer = randomUUID()
    for (;;) {
      const { epoch: last, age } = await latest(database)
      const rest = shortest - age
      // A lease from the future means that the clock was set back, which must not block writers.
      if (rest <= 0 || rest > shortest) {
        const epoch = last + 1
        await client.command({
          query: `INSERT INTO ${database.name}.writers SELECT number, ({epoch:UInt64}, {writer:String}, now64(3)) FROM numbers({shards:UInt64})`,
          query_params: { epoch, writer, shards },
          clickhouse_settings: {
            ...(await servers.inserting()),
            // All replicas, not a majority: any of them may be asked which lease is the latest.
            ...(replicas > 1 && { insert_quorum: String(replicas) }),
          },
        })
        await untilNoneRuns(database, end)
        // If several writers inserted the same epoch, the greatest writer id holds the lease.
        if ((await latest(database)).writer === writer) return { epoch, writer }
      }
      if (performance.now() > end) throw leaseTaken(2)
      await pause(Math.max(1, rest) + randomInt(spread))
    }
  }

  async function latest({ stored }: WorkspaceDatabase): Promise<Lease & { readonly age: number }> {
    const row = await ask<[string, string, string]>(
      `SELECT toString(max(turn).1), max(turn).2, toString(dateDiff('ms', max(turn).3, now64(3))) FROM ${stored}.writers`,
    )
    const [epoch, writer, age] = row ?? ['0', '', '0']
    return { epoch: Number(epoch), writer, age: Number(age) }
  }

  /**
   * Waits until no insert under an earlier lease is running. An insert that began before this lease was taken
   * continues; one that begins later is rejected. On a cluster an insert runs on the queried server and, on
   * its behalf, on the shards. One poll may see the first part ended before the second is listed, so two
   * consecutive clear polls are required. A server that does not respond may be running an insert, so the
   * poll fails.
   */
  async function untilNoneRuns(database: WorkspaceDatabase, end: number): Promise<void> {
    const processes = ofAllServers(database.cluster, 'system.processes')
    let clear = 0
    for (let delay = 5; ; delay = Math.min(2 * delay, 200)) {
      const [running] = (await ask<[string]>(
        `SELECT toString(count()) FROM ${processes} WHERE startsWith(initial_query_id, {name:String})`,
        { name: insertName(database) },
      )) ?? ['0']
      clear = running === '0' ? clear + 1 : 0
      if (clear === (database.cluster === null ? 1 : 2)) return
      if (clear > 0) continue
      if (performance.now() > end) throw leaseTaken(2)
      await pause(delay)
    }
  }

  async function hold(database: WorkspaceDatabase): Promise<Lease> {
    try {
      const lease = await take(database, performance.now() + patience)
      held.set(database.name, lease)
      return lease
    } finally {
      awaited.delete(database.name)
    }
  }

  return {
    async of(database) {
      const lease = held.get(database.name)
      if (lease !== undefined) return lease
      const asked = awaited.get(database.name) ?? hold(database)
      awaited.set(database.name, asked)
      return asked
    },
    end({ name: database }, lease) {
      if (held.get(database) === lease) held.delete(database)
    },
  }
}

/** A 503: another writer holds the lease. `cause` is logged only. */
export const leaseTaken = (retryAfter: number, cause?: unknown): ServiceError =>
  new ServiceError('UNAVAILABLE', 'another process is writing to this workspace', { retryAfter, cause })
