import type { ClickHouseClient } from '@clickhouse/client'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '../../core/contract/index.js'

/**
 * The right to write to a workspace, of one writer at a time among all processes. Every insert carries the condition
 * that the turn is still the latest, which the engine checks before it takes rows in.
 */
export interface Turn {
  readonly epoch: number
  readonly writer: string
}

export interface Turns {
  /** The turn that is held here; if there is none, the next one, as soon as no insert of an earlier one runs. */
  of(database: string): Promise<Turn>
  /** To be called when an insert of this turn failed: it may be running yet, or the turn was somebody else's already. */
  end(database: string, turn: Turn): void
}

/** Milliseconds that a writer is left alone, so that several of them get something done. */
const shortest = 250
/** Milliseconds, so that not all who wait come at once. */
const spread = 50
/** Milliseconds to wait for a turn, and for the inserts of earlier ones. */
export const patience = 20_000

export const turnCondition = (database: string): string =>
  `throwIf((SELECT (max(turn).1, max(turn).2) FROM ${database}.writers) != ({epoch:UInt64}, {writer:String})) = 0`

/** Every insert that a turn stands for is called like this, and something unique behind it. */
export const insertName = (database: string): string => `sextant-append-${database.replaceAll('`', '')}-`

export function createTurns(client: ClickHouseClient): Turns {
  const held = new Map<string, Turn>()
  /** All that ask at the same time wait for the same turn: two of them would take it from each other. */
  const awaited = new Map<string, Promise<Turn>>()

  async function ask<R>(query: string, parameters: Record<string, unknown> = {}): Promise<R | undefined> {
    const result = await client.query({ query, query_params: parameters, format: 'JSONCompactEachRow' })
    return (await result.json<R>())[0]
  }

  async function take(database: string, end: number): Promise<Turn> {
    const writer = randomUUID()
    for (;;) {
      const { epoch: last, age } = await latest(database)
      const rest = shortest - age
      // A clock that was set back must not hold anybody up.
      if (rest <= 0 || rest > shortest) {
        const epoch = last + 1
        await client.command({
          query: `INSERT INTO ${database}.writers SELECT 0, ({epoch:UInt64}, {writer:String}, now64(3))`,
          query_params: { epoch, writer },
        })
        await untilNoneRuns(database, end)
        // Of several that took it at once the greatest has it.
        if ((await latest(database)).writer === writer) return { epoch, writer }
      }
      if (performance.now() > end) throw busy()
      await pause(Math.max(1, rest) + randomInt(spread))
    }
  }

  async function latest(database: string): Promise<Turn & { readonly age: number }> {
    const row = await ask<[string, string, string]>(
      `SELECT toString(max(turn).1), max(turn).2, toString(dateDiff('ms', max(turn).3, now64(3))) FROM ${database}.writers`,
    )
    const [epoch, writer, age] = row ?? ['0', '', '0']
    return { epoch: Number(epoch), writer, age: Number(age) }
  }

  /** An insert that began before the turn was taken goes on; one that begins later is refused. */
  async function untilNoneRuns(database: string, end: number): Promise<void> {
    for (let delay = 5; ; delay = Math.min(2 * delay, 200)) {
      const [running] = (await ask<[string]>(
        'SELECT toString(count()) FROM system.processes WHERE startsWith(query_id, {name:String})',
        { name: insertName(database) },
      )) ?? ['0']
      if (running === '0') return
      if (performance.now() > end) throw busy()
      await pause(delay)
    }
  }

  async function hold(database: string): Promise<Turn> {
    try {
      const turn = await take(database, performance.now() + patience)
      held.set(database, turn)
      return turn
    } finally {
      awaited.delete(database)
    }
  }

  return {
    async of(database) {
      const turn = held.get(database)
      if (turn !== undefined) return turn
      const asked = awaited.get(database) ?? hold(database)
      awaited.set(database, asked)
      return asked
    },
    end(database, turn) {
      if (held.get(database) === turn) held.delete(database)
    },
  }
}

const busy = (): ServiceError =>
  new ServiceError('UNAVAILABLE', 'Another process is writing to this workspace.', { retryAfter: 2 })
