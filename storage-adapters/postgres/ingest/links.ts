import type pg from 'pg'
import { createSlices, type Batch, type LinkRow } from '../../../contract/index.js'
import { hashInto } from '../../sql/text-hash.js'
import { CopyBytes } from './copy-bytes.js'

/** The oids of the elements of arrays. */
const [bigint, text] = [20, 25]

/** An id and its hash, twelve bytes behind their lengths. */
const usualBytes = 32

/**
 * Stores the links of devices to users; the greatest (timestamp, user_id) of a device wins. The keys are those of the SQL
 * functions device_key and user_key, which take the engine several times as long.
 */
export async function insertLinks(
  client: pg.ClientBase,
  schema: string,
  links: Batch['links'],
): Promise<void> {
  if (links.length === 0) return
  await client.query(
    `INSERT INTO ${schema}.device_links AS old (device, device_id, user_id, actor, linked_ms)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
     ON CONFLICT (device) DO UPDATE SET user_id = excluded.user_id, actor = excluded.actor, linked_ms = excluded.linked_ms
     WHERE (old.linked_ms, old.user_id) < (excluded.linked_ms, excluded.user_id)`,
    await arraysOf(greatestOfDevices(links)),
  )
}

/** One link a device, as an INSERT can update a row only once. */
function greatestOfDevices(links: Batch['links']): readonly LinkRow[] {
  const greatest = new Map<string, LinkRow>()
  for (const link of links) {
    const known = greatest.get(link.device_id)
    if (known === undefined || isLess(known, link)) greatest.set(link.device_id, link)
  }
  return [...greatest.values()]
}

/** User ids compare by bytes, as in the database. */
const isLess = (one: LinkRow, other: LinkRow): boolean =>
  one.timestamp < other.timestamp ||
  (one.timestamp === other.timestamp &&
    Buffer.compare(Buffer.from(one.user_id), Buffer.from(other.user_id)) < 0)

/** The columns as arrays in their binary form, which the driver sends as they are. */
async function arraysOf(links: readonly LinkRow[]): Promise<Buffer[]> {
  const arrayOf = (type: number): CopyBytes => {
    const out = new CopyBytes(links.length * usualBytes)
    out.array(links.length, type)
    return out
  }
  const [devices, deviceIds, userIds] = [arrayOf(bigint), arrayOf(text), arrayOf(text)]
  const [actors, times] = [arrayOf(bigint), arrayOf(bigint)]
  const hash = new Uint32Array(2)
  const slices = createSlices()
  let count = 0
  for (const { device_id, user_id, timestamp } of links) {
    hashInto(device_id, hash, 0)
    devices.words(hash[0] ?? 0, hash[1] ?? 0)
    hashInto(user_id, hash, 0, true)
    actors.words(hash[0] ?? 0, hash[1] ?? 0)
    deviceIds.text(device_id)
    userIds.text(user_id)
    times.integer(timestamp)
    if (++count % 16 === 0 && slices.over()) await slices.next()
  }
  return [devices, deviceIds, userIds, actors, times].map((out) => Buffer.concat(out.end()))
}
