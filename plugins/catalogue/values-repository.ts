import type { CatalogueSource, Records, RecordStore } from '../../contract/index.js'
import { Tally } from './tally.js'

/** `whole`: all values that occurred; `frequent`: the most frequent ones; `none`: no values, the workspace has too many. */
export type ListState = 'whole' | 'frequent' | 'none'

export interface FieldKey {
  readonly source: CatalogueSource
  readonly field: string
}

export interface FieldTally extends FieldKey {
  readonly tally: Tally
}

export interface FieldState extends FieldKey {
  readonly state: ListState
}

type Counts = readonly (readonly [value: string, rows: number])[]

export interface StoredList extends FieldState {
  readonly counts: Counts
  /** Number of values in `counts`. */
  readonly size: number
  /** Whether rows that the list has not counted may have been stored before it was begun. */
  readonly older: boolean
  /** Values of rows before this time may be missing; null if none are. */
  readonly since: Date | null
}

/** Fields per transaction; each has up to 1,000 values. */
const fieldsAtOnce = 200
/** Sampled times kept for a source; at one row in a thousand, they cover the newest million rows. */
const mostTimes = 1_000

const keysOf = (keys: readonly FieldKey[]): readonly [readonly string[], readonly string[]] => [
  keys.map(({ source }) => source),
  keys.map(({ field }) => field),
]

/** Returns all fields of a workspace; `counts` is empty for lists that are not `whole`. */
export const knownLists = (
  records: Records,
  workspaceId: string,
): Promise<readonly (FieldState & { readonly counts: Counts })[]> =>
  records.query(
    `SELECT source, field, state, CASE state WHEN 'whole' THEN counts ELSE '[]' END AS counts
     FROM property_values WHERE workspace_id = $1`,
    [workspaceId],
  )

/**
 * Adds values and their rows to the lists of fields, and returns the new states of the lists. A list that would raise the
 * values of the workspace above `most` becomes `none`. Lists are locked in one order, so that two processes never deadlock.
 */
export async function addValues(
  records: RecordStore,
  workspaceId: string,
  fields: readonly FieldTally[],
  most: number,
): Promise<readonly FieldState[]> {
  const result: FieldState[] = []
  for (let from = 0; from < fields.length; from += fieldsAtOnce) {
    const part = fields.slice(from, from + fieldsAtOnce)
    result.push(...(await records.transaction((records) => addPart(records, workspaceId, part, most))))
  }
  return result
}

async function addPart(
  records: Records,
  workspaceId: string,
  fields: readonly FieldTally[],
  most: number,
): Promise<readonly FieldState[]> {
  const keys = [workspaceId, ...keysOf(fields)]
  await records.query(
    `INSERT INTO property_values (workspace_id, source, field, older)
     SELECT w.id, x.source, x.field, EXISTS (SELECT FROM property_values_older o WHERE o.workspace_id = w.id)
     FROM workspaces w, unnest($2::text[], $3::text[]) AS x (source, field) WHERE w.id = $1
     ORDER BY x.source, x.field COLLATE "C" ON CONFLICT DO NOTHING`,
    keys,
  )
  const stored = await records.query<StoredList>(
    `SELECT v.source, v.field, v.state, v.counts, v.size
     FROM property_values v, unnest($2::text[], $3::text[]) AS x (source, field)
     WHERE v.workspace_id = $1 AND v.source = x.source AND v.field = x.field AND v.state <> 'none'
     ORDER BY v.source, v.field FOR UPDATE OF v`,
    keys,
  )
  let left = most - (await valuesIn(records, workspaceId))
  const lists = stored.map((list) => {
    const added = fields.find(({ source, field }) => source === list.source && field === list.field)
    const tally = new Tally(list.counts, list.state === 'frequent')
    if (added !== undefined) tally.addAll(added.tally)
    const grown = grownList(list, tally, left)
    left -= grown.size - list.size
    return grown
  })
  await writeLists(records, workspaceId, lists)
  return fields.map(({ source, field }) => {
    const list = lists.find((one) => one.source === source && one.field === field)
    return { source, field, state: list?.state ?? 'none' }
  })
}

function grownList(
  { source, field, size }: FieldKey & { readonly size: number },
  tally: Tally,
  left: number,
): FieldState & { readonly size: number; readonly counts: Counts } {
  tally.cut()
  const key = { source, field }
  return tally.counts.size - size > left
    ? { ...key, state: 'none', size: 0, counts: [] }
    : { ...key, state: tally.more ? 'frequent' : 'whole', size: tally.counts.size, counts: [...tally.counts] }
}

async function valuesIn(records: Records, workspaceId: string): Promise<number> {
  const [row] = await records.query<{ values: number }>(
    'SELECT coalesce(sum(size), 0)::int AS values FROM property_values WHERE workspace_id = $1',
    [workspaceId],
  )
  return row?.values ?? 0
}

const writeLists = (
  records: Records,
  workspaceId: string,
  lists: readonly (FieldState & { readonly size: number; readonly counts: Counts })[],
): Promise<unknown> =>
  records.query(
    `UPDATE property_values v SET state = x.state, size = x.size, counts = x.counts::json
     FROM unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::text[]) AS x (source, field, state, size, counts)
     WHERE v.workspace_id = $1 AND v.source = x.source AND v.field = x.field`,
    [
      workspaceId,
      ...keysOf(lists),
      lists.map(({ state }) => state),
      lists.map(({ size }) => size),
      lists.map(({ counts }) => JSON.stringify(counts)),
    ],
  )

/** Returns the list of a field, or null if it has none. */
export async function listOf(
  records: Records,
  workspaceId: string,
  { source, field }: FieldKey,
): Promise<StoredList | null> {
  const [list] = await records.query<StoredList>(
    `SELECT source, field, state, counts, size, older, since FROM property_values
     WHERE workspace_id = $1 AND source = $2 AND field = $3`,
    [workspaceId, source, field],
  )
  return list ?? null
}

/**
 * Merges the values of older rows into a list. These rows include the ones that the list has counted, so the larger of both
 * counts is right.
 */
export const joinOlder = (
  records: RecordStore,
  workspaceId: string,
  key: FieldKey,
  older: { readonly tally: Tally; readonly since: number | null; readonly most: number },
): Promise<void> =>
  records.transaction(async (records) => {
    const keys = [workspaceId, key.source, key.field]
    const [list] = await records.query<StoredList>(
      `SELECT source, field, state, counts, size FROM property_values
       WHERE workspace_id = $1 AND source = $2 AND field = $3 AND older AND state <> 'none' FOR UPDATE`,
      keys,
    )
    if (list === undefined) return
    const tally = new Tally(list.counts, list.state === 'frequent' || older.tally.more)
    for (const [value, rows] of older.tally.counts)
      tally.add(value, Math.max(0, rows - (tally.counts.get(value) ?? 0)))
    const left = older.most - (await valuesIn(records, workspaceId))
    await writeLists(records, workspaceId, [grownList(list, tally, left)])
    await records.query(
      `UPDATE property_values SET older = false, since = to_timestamp($4::double precision / 1000)
       WHERE workspace_id = $1 AND source = $2 AND field = $3`,
      [...keys, older.since],
    )
  })

/**
 * Notes that rows were stored which no list has counted. Lists that begin from now on, and with `lists` also existing ones,
 * are merged with the values of the rows when they are next read.
 */
export const markOlder = (
  records: RecordStore,
  workspaceId: string,
  { lists }: { readonly lists: boolean },
): Promise<void> =>
  records.transaction(async (records) => {
    await records.query(
      `INSERT INTO property_values_older (workspace_id) SELECT id FROM workspaces WHERE id = $1 ON CONFLICT DO NOTHING`,
      [workspaceId],
    )
    if (!lists) return
    await records.query(
      `UPDATE property_values SET older = true WHERE workspace_id = $1 AND NOT older AND state <> 'none'`,
      [workspaceId],
    )
  })

/** Adds sampled times of a source, and keeps the latest `mostTimes`. */
export const addTimes = (
  records: Records,
  workspaceId: string,
  source: CatalogueSource,
  times: readonly number[],
): Promise<unknown> =>
  records.query(
    `INSERT INTO property_samples AS s (workspace_id, source, times)
     SELECT id, $2, $3::double precision[] FROM workspaces WHERE id = $1
     ON CONFLICT (workspace_id, source) DO UPDATE SET times = ARRAY(
       SELECT t FROM unnest(s.times || excluded.times) AS t ORDER BY t DESC LIMIT ${mostTimes})`,
    [workspaceId, source, times],
  )

/** Returns the sampled times, latest first, and whether rows may be older than the samples. */
export async function timesOf(
  records: Records,
  workspaceId: string,
  source: CatalogueSource,
): Promise<{ readonly times: readonly number[]; readonly older: boolean }> {
  const [row] = await records.query<{ times: readonly number[] | null; older: boolean }>(
    `SELECT EXISTS (SELECT FROM property_values_older WHERE workspace_id = $1) AS older,
       (SELECT ARRAY(SELECT t FROM unnest(times) AS t ORDER BY t DESC)
        FROM property_samples WHERE workspace_id = $1 AND source = $2) AS times`,
    [workspaceId, source],
  )
  return { times: row?.times ?? [], older: row?.older === true }
}
