import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '../../../core/contract/index.js'
import { ofAllServers, type Place } from '../cluster/database.js'
import type { Servers } from '../cluster/servers.js'

/**
 * The right to write to a workspace, of one writer at a time among all processes. Every insert carries the condition
 * that the turn is still the latest, which the engine checks before it takes rows in.
 */
export interface Lease {
  readonly epoch: number
  readonly writer: string
}

export interface WriterLeases {
  /** The turn that is held here; if there is none, the next one, as soon as no insert of an earlier one runs. */
  of(place: Place): Promise<Lease>
  /** To be called when an insert of this turn failed: it may be running yet, or the turn was somebody else's already. */
  end(place: Place, turn: Lease): void
}

/** Milliseconds that a writer is left alone, so that several of them get something done. */
const shortest = 250
/** Milliseconds, so that not all who wait come at once. */
const spread = 50
/** Milliseconds to wait for a turn, and for the inserts of earlier ones. */
export const patience = 20_000

/** Asked of the server that runs the statement: every server is told of a turn before it is held. */
export const leaseCondition = ({ stored }: Place): string =>
  `throwIf((SELECT (max(turn).1, max(turn).2) FROM ${stored}.writers) != ({epoch:UInt64}, {writer:String})) = 0`

/** Every insert that a turn stands for is called like this, and something unique behind it. */
export const insertName = ({ database }: Place): string => `sextant-append-${database.replaceAll('`', '')}-`

export function createWriterLeases(servers: Servers): WriterLeases {
  const { client } = servers
  const held = new Map<string, Lease>()
  /** All that ask at the same time wait for the same turn: two of them would take it from each other. */
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

  async function take(place: Place, end: number): Promise<Lease> {
    const { shards, replicas } = await servers.layout()
    const writer = randomUUID()
    for (;;) {
      const { epoch: last, age } = await latest(place)
      const rest = shortest - age
      // A clock that was set back must not hold anybody up.
      if (rest <= 0 || rest > shortest) {
        const epoch = last + 1
        await client.command({
          query: `INSERT INTO ${place.database}.writers SELECT number, ({epoch:UInt64}, {writer:String}, now64(3)) FROM numbers({shards:UInt64})`,
          query_params: { epoch, writer, shards },
          clickhouse_settings: {
            ...(await servers.inserting()),
            // Not most of them but all: each may be the one that is asked whose turn it is.
            ...(replicas > 1 && { insert_quorum: String(replicas) }),
          },
        })
        await untilNoneRuns(place, end)
        // If several took it at once, the greatest holds it.
        if ((await latest(place)).writer === writer) return { epoch, writer }
      }
      if (performance.now() > end) throw busy()
      await pause(Math.max(1, rest) + randomInt(spread))
    }
  }

  async function latest({ stored }: Place): Promise<Lease & { readonly age: number }> {
    const row = await ask<[string, string, string]>(
      `SELECT toString(max(turn).1), max(turn).2, toString(dateDiff('ms', max(turn).3, now64(3))) FROM ${stored}.writers`,
    )
    const [epoch, writer, age] = row ?? ['0', '', '0']
    return { epoch: Number(epoch), writer, age: Number(age) }
  }

  /**
   * An insert that began before the turn was taken goes on; one that begins later is refused. On a cluster it runs on the
   * server that was asked, and on the shards on its behalf: when none is left of the first, those of the second that
   * go on are all there, and are seen by looking once more. A server that does not answer may be running one.
   */
  async function untilNoneRuns(place: Place, end: number): Promise<void> {
    const processes = ofAllServers(place.cluster, 'system.processes')
    let clear = 0
    for (let delay = 5; ; delay = Math.min(2 * delay, 200)) {
      const [running] = (await ask<[string]>(
        `SELECT toString(count()) FROM ${processes} WHERE startsWith(initial_query_id, {name:String})`,
        { name: insertName(place) },
      )) ?? ['0']
      clear = running === '0' ? clear + 1 : 0
      if (clear === (place.cluster === null ? 1 : 2)) return
      if (clear > 0) continue
      if (performance.now() > end) throw busy()
      await pause(delay)
    }
  }

  async function hold(place: Place): Promise<Lease> {
    try {
      const turn = await take(place, performance.now() + patience)
      held.set(place.database, turn)
      return turn
    } finally {
      awaited.delete(place.database)
    }
  }

  return {
    async of(place) {
      const turn = held.get(place.database)
      if (turn !== undefined) return turn
      const asked = awaited.get(place.database) ?? hold(place)
      awaited.set(place.database, asked)
      return asked
    },
    end({ database }, turn) {
      if (held.get(database) === turn) held.delete(database)
    },
  }
}

const busy = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'Another process is writing to this workspace.', { retryAfter: 2 })
