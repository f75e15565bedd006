/**
 * The identity map: each row of `device_links` carries the key of its person, written by the statement that
 * stores the link. A key is that of a device wherever possible, so that most devices need no entry:
 *
 *   the first device of a new user      (0, 0)        its own key is the user's: no entry in the map
 *   a further device of that user       (1, first)    an entry: renamed to the first device
 *   a device that leaves for a user     (3, key)      an entry with a greater version
 *   a user without a new device         (1, xxh3(u))  the hash of the user, which no device has
 *
 * Rules that keep the keys exact, each upheld by ingest/link-writer.ts under the writer lease:
 *
 * - A user keeps its key while any device belongs to it, so no other device is ever rewritten.
 * - A device gives its key away at its first link only, so no two users have the same key.
 * - A link that is older than the device's latest is not stored, so versions grow as links do, and rows of
 *   one device may be merged in any order: the greatest link and the greatest person are of the same row.
 * - A device returns to (0, 0) never, so rows with version 0 can be skipped before the latest is chosen.
 *
 * Only a single server has the column. The rows of a user's devices lie on several shards of a cluster, which
 * cannot store them in one part; there the person of a linked device is the hash of its user.
 */

const earliest = 2 ** 43
const linkedAt = 'toUnixTimestamp64Milli(tupleElement(link, 1))'

/**
 * The column with the person of a linked device. Rows from before it have the hash of their user, under even
 * versions that grow with the link; new rows have 0 or odd ones.
 */
export const personColumn =
  `person SimpleAggregateFunction(max, Tuple(version UInt64, key UInt64)) ` +
  `DEFAULT (toUInt64(${earliest} + ${linkedAt}) * 2, xxh3(tupleElement(link, 2)))`

/** Rejects links without a person, as an older program would insert them. */
export const personConstraint = `CONSTRAINT has_person CHECK tupleElement(person, 1) = 0 OR bitAnd(tupleElement(person, 1), 1) = 1`

/** Finds the rows of users. */
export const personIndex = 'INDEX by_user xxh3(tupleElement(link, 2)) TYPE bloom_filter GRANULARITY 1'

/** The key of a device's person, given the key in its latest row. */
export const keyOf = (stored: string): string => `if(${stored} = 0, device, ${stored})`

/** Returns the statement of the devices whose person is not their own key: `device` and `actor`. */
export const personMap = (database: string): string =>
  `SELECT device, tupleElement(person, 2) AS actor FROM ${database}.device_links ` +
  `WHERE tupleElement(person, 1) > 0 ORDER BY device, person DESC LIMIT 1 BY device`

/** Returns the statement of all linked devices: `device` and `actor`, the key of its person. */
export const linkedPersons = (database: string): string =>
  `SELECT device, ${keyOf('tupleElement(person, 2)')} AS actor FROM ${database}.device_links ` +
  `ORDER BY device, person DESC LIMIT 1 BY device`

/** The same with `user_id`. */
export const linkedUsers = (database: string): string =>
  `SELECT device, tupleElement(link, 2) AS user_id, ${keyOf('tupleElement(person, 2)')} AS actor ` +
  `FROM ${database}.device_links ORDER BY device, link DESC LIMIT 1 BY device`
