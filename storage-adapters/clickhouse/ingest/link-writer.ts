import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ServiceError, type LinkRow } from '../../../core/contract/index.js'
import { insertSettings } from '../connection.js'
import { clickhouseError } from '../errors.js'
import { keyOf } from '../identity/person-keys.js'
import { createParameters } from '../query/dialect.js'
import {
  isLater,
  latestOfDevices,
  personsOf,
  usersAsked,
  type KnownDevice,
  type LinkedPerson,
} from './link-persons.js'
import type { Target } from './target.js'
import { insertName, leaseCondition, type Lease, type WriterLeases } from './writer-lease.js'

/** Stores links on a single server, with the persons that follow from them. */
export interface LinkWriter {
  /** Rejects with the engine's error; if the lease was lost, the caller starts over. */
  store(target: Target, links: readonly LinkRow[]): Promise<void>
}

/** Links of one insert, and the characters of their ids, which are bound to statements. */
const most = { links: 4_000, characters: 60_000 }
const attempts = 3

/**
 * Returns the writer. The person of a device follows from the links stored before, so one batch at a time
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

  async function storeSome(target: Target, links: readonly LinkRow[]): Promise<void> {
    const { database } = target
    for (let attempt = 1; ; attempt++) {
      const lease = await leases.of(database)
      try {
        const latest = latestOfDevices(links)
        const devices = await knownDevices(target, [...latest.keys()])
        const news = [...latest.values()].filter((link) => {
          const known = devices.get(link.device_id)
          return known === undefined || isLater(link, known.link)
        })
        const users = await knownUsers(target, usersAsked(news, devices))
        await insertPersons(target, lease, personsOf(news, devices, users))
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

const latestRows = (table: string, devices: string): string =>
  `SELECT device, any(device_id) AS id, max(link) AS latest, max(person) AS last FROM ${table} WHERE device IN (${devices}) GROUP BY device`

async function knownDevices(
  target: Target,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownDevice>> {
  const parameters = createParameters()
  const table = `${target.database.name}.device_links`
  const devices = `SELECT sipHash64(arrayJoin(${parameters.bind(ids, 'texts')}))`
  const rows = await ask<[string, string, string, string, string, string]>(
    target,
    `SELECT id, toString(toUnixTimestamp64Milli(tupleElement(latest, 1))), tupleElement(latest, 2),
      toString(tupleElement(last, 1)), toString(tupleElement(last, 2)), toString(${keyOf('tupleElement(last, 2)')})
      FROM (${latestRows(table, devices)})`,
    parameters.values,
  )
  return new Map(
    rows.map(([id, time, user_id, version, stored, key]) => [
      id,
      { link: { timestamp: Number(time), user_id }, version, stored, key },
    ]),
  )
}

/** Returns the keys of the users that have devices. All devices of a user agree on it. */
async function knownUsers(target: Target, users: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (users.length === 0) return new Map()
  const parameters = createParameters()
  const table = `${target.database.name}.device_links`
  const list = parameters.bind(users, 'texts')
  const devices = `SELECT device FROM ${table} WHERE xxh3(tupleElement(link, 2)) IN (SELECT xxh3(arrayJoin(${list})))`
  const rows = await ask<[string, string]>(
    target,
    `SELECT tupleElement(latest, 2) AS user, toString(any(${keyOf('tupleElement(last, 2)')}))
      FROM (${latestRows(table, devices)}) WHERE user IN (SELECT arrayJoin(${list})) GROUP BY user`,
    parameters.values,
  )
  return new Map(rows)
}

async function ask<R>(
  { client, settings }: Target,
  query: string,
  values: Record<string, unknown>,
): Promise<readonly R[]> {
  const result = await client.query({
    query,
    query_params: values,
    format: 'JSONCompactEachRow',
    clickhouse_settings: { ...settings.reading, max_threads: 1, max_query_size: '4194304' },
  })
  return result.json<R>()
}

/** How the engine makes the key of a row out of its columns. */
const making = { own: 0, device: 1, user: 2, known: 3 } as const
const structure = `device_id String, linked_at Int64, user_id String, version UInt64, making UInt8, leader String, key UInt64`

/** Stores the rows, all in one part. */
async function insertPersons(
  { client, database, settings }: Target,
  lease: Lease,
  persons: readonly LinkedPerson[],
): Promise<void> {
  if (persons.length === 0) return
  const lines = persons.map(({ link, version, key }) =>
    JSON.stringify([
      ...[link.device_id, link.timestamp, link.user_id, version, making[key.kind]],
      ...[key.kind === 'device' ? key.device_id : '', key.kind === 'known' ? key.key : '0'],
    ]),
  )
  const { stream } = await client.exec({
    query: `INSERT INTO ${database.name}.device_links (device_id, link, person)
      SELECT device_id, (fromUnixTimestamp64Milli(linked_at, 'UTC'), user_id),
        (version, multiIf(making = 1, sipHash64(leader), making = 2, xxh3(user_id), key))
      FROM input('${structure}') WHERE ${leaseCondition(database)} FORMAT JSONCompactEachRow`,
    query_id: insertName(database) + randomUUID(),
    query_params: { epoch: lease.epoch, writer: lease.writer },
    values: Readable.from([Buffer.from(lines.join('\n'))]),
    clickhouse_settings: { ...insertSettings, ...settings.inserting },
  })
  await finished(stream.resume())
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
