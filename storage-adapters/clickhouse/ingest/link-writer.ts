import { randomUUID } from 'node:crypto'
import { ServiceError, type LinkRow } from '../../../core/contract/index.js'
import { clickhouseError } from '../errors.js'
import { linksSettings, linksStatement } from '../identity/person-keys.js'
import type { Target } from './target.js'
import { insertName, leaseCondition, type WriterLeases } from './writer-lease.js'

/** Stores links on a single server, with the persons that follow from them. */
export interface LinkWriter {
  /** Rejects with the engine's error; if the lease was lost, the caller starts over. */
  store(target: Target, links: readonly LinkRow[]): Promise<void>
}

/**
 * Links of one statement, whose ids are bound as lists: the engine accepts parameters of at most 128 KiB,
 * escaped.
 */
const most = { links: 500, characters: 20_000 }
const attempts = 3

const source =
  `SELECT tupleElement(one, 1) AS device_id, fromUnixTimestamp64Milli(tupleElement(one, 2), 'UTC') AS linked_at, tupleElement(one, 3) AS user_id ` +
  `FROM (SELECT arrayJoin(arrayZip({devices:Array(String)}, {times:Array(Int64)}, {users:Array(String)})) AS one)`

/**
 * Returns the writer. The person of a device follows from the links stored before, so one statement at a time
 * stores links: the writer lease excludes other processes, and turns exclude other appends of this one. A
 * statement that failed may still be running. Its lease is given up within the turn, and the next lease
 * begins after all statements under earlier ones have ended.
 */
export function createLinkWriter(leases: WriterLeases): LinkWriter {
  const turns = new Map<string, Promise<void>>()

  async function inTurn(database: string, work: () => Promise<void>): Promise<void> {
    const before = turns.get(database) ?? Promise.resolve()
    const turn = before.then(work)
    const settled = turn.catch(() => undefined)
    turns.set(database, settled)
    try {
      await turn
    } finally {
      if (turns.get(database) === settled) turns.delete(database)
    }
  }

  async function storeSome({ client, database, settings }: Target, links: readonly LinkRow[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const lease = await leases.of(database)
      try {
        await client.command({
          query: linksStatement(database.name, source, leaseCondition(database)),
          query_id: insertName(database) + randomUUID(),
          query_params: {
            epoch: lease.epoch,
            writer: lease.writer,
            devices: links.map(({ device_id }) => device_id),
            times: links.map(({ timestamp }) => timestamp),
            users: links.map(({ user_id }) => user_id),
          },
          clickhouse_settings: { ...settings.inserting, ...linksSettings },
        })
        return
      } catch (error) {
        leases.end(database, lease)
        const known = clickhouseError(error)
        const broken = known instanceof ServiceError && known.code === 'UNAVAILABLE'
        // Sent again, links that are stored already are no news.
        if (!broken || attempt === attempts) throw error
      }
    }
  }

  return {
    async store(target, links) {
      await inTurn(target.database.name, async () => {
        for (const some of slices(links)) await storeSome(target, some)
      })
    },
  }
}

function slices(links: readonly LinkRow[]): readonly (readonly LinkRow[])[] {
  const all: LinkRow[][] = []
  let size = Infinity
  for (const link of links) {
    const length = Math.max(link.device_id.length, link.user_id.length) + 3
    if (size + length > most.characters || (all.at(-1)?.length ?? 0) >= most.links) {
      all.push([])
      size = 0
    }
    all.at(-1)?.push(link)
    size += length
  }
  return all
}
