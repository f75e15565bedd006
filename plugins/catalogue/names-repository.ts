import type {
  CatalogueSource,
  CatalogueStart,
  CatalogueWanted,
  Records,
  RecordStore,
} from '../../contract/index.js'
import { mostExamples, type Seen } from './noted.js'

export interface NameKey {
  readonly source: CatalogueSource
  readonly name: string
}

export interface StoredName {
  readonly name: string
  readonly text_rows: number
  readonly number_rows: number
  readonly boolean_rows: number
  readonly array_rows: number
  readonly first_seen: Date | null
  readonly last_seen: Date | null
  readonly examples: readonly string[]
}

export interface SeenName extends NameKey {
  readonly seen: Seen
}

/** Rows per statement. Statements lock rows in the order of names, so that two processes never deadlock. */
const rowsAtOnce = 2_000
/** Days for which daily counts are kept. */
const daysKept = 90

const byKey = (a: NameKey, b: NameKey): number =>
  a.source === b.source ? (a.name < b.name ? -1 : 1) : a.source < b.source ? -1 : 1

/** Returns the recorded names of a workspace, each with its number of examples. */
export const knownNames = (
  records: Records,
  workspaceId: string,
): Promise<readonly (NameKey & { readonly examples: number })[]> =>
  records.query(
    `SELECT source, name, cardinality(examples) AS examples FROM property_names WHERE workspace_id = $1`,
    [workspaceId],
  )

/** Records new names, up to `most` in the workspace; returns those of `names` that are now recorded. */
export async function addNames(
  records: RecordStore,
  workspaceId: string,
  names: readonly NameKey[],
  most: number,
): Promise<readonly NameKey[]> {
  const wanted = JSON.stringify([...names].sort(byKey))
  const key = 'n.workspace_id = $1 AND n.source = x.source AND n.name = x.name'
  const list = 'jsonb_to_recordset($2::jsonb) AS x (source text, name text)'
  await records.query(
    `INSERT INTO property_names (workspace_id, source, name)
     SELECT w.id, x.source, x.name FROM ${list}, workspaces w
     WHERE w.id = $1 AND NOT EXISTS (SELECT FROM property_names n WHERE ${key})
     ORDER BY x.name <> '', x.source, x.name COLLATE "C"
     LIMIT greatest(0, $3 - (SELECT count(*) FROM property_names WHERE workspace_id = $1 AND name <> ''))
       + (SELECT count(*) FROM ${list} WHERE name = '')
     ON CONFLICT DO NOTHING`,
    [workspaceId, wanted, most],
  )
  return records.query<NameKey>(`SELECT n.source, n.name FROM ${list}, property_names n WHERE ${key}`, [
    workspaceId,
    wanted,
  ])
}

/** Adds to the counts of recorded names; does nothing for a workspace that was deleted. @param day as YYYY-MM-DD */
export async function addCounts(
  records: RecordStore,
  workspaceId: string,
  day: string,
  names: readonly SeenName[],
): Promise<void> {
  const sorted = [...names].sort(byKey)
  for (let from = 0; from < sorted.length; from += rowsAtOnce) {
    const rows = sorted.slice(from, from + rowsAtOnce).map(({ source, name, seen }) => ({
      ...{ source, name, examples: seen.examples, first: iso(seen.first), last: iso(seen.last) },
      ...{ text: seen.rows[0], number: seen.rows[1], boolean: seen.rows[2], array: seen.rows[3] },
    }))
    await records.query(
      `WITH x AS MATERIALIZED (
         SELECT x.* FROM jsonb_to_recordset($2::jsonb) AS x (source text, name text, examples text[],
           first timestamptz, last timestamptz, text bigint, number bigint, boolean bigint, "array" bigint)),
       counted AS (
         UPDATE property_names n SET
           text_rows = n.text_rows + x.text, number_rows = n.number_rows + x.number,
           boolean_rows = n.boolean_rows + x.boolean, array_rows = n.array_rows + x.array,
           first_seen = least(n.first_seen, x.first), last_seen = greatest(n.last_seen, x.last),
           examples = CASE WHEN cardinality(n.examples) >= ${mostExamples} THEN n.examples ELSE ARRAY(
             SELECT e FROM unnest(n.examples || x.examples) WITH ORDINALITY AS e (e, place)
             GROUP BY e ORDER BY min(place) LIMIT ${mostExamples}) END
         FROM x WHERE n.workspace_id = $1 AND n.source = x.source AND n.name = x.name
         RETURNING n.source, n.name, x.text + x.number + x.boolean + x."array" AS rows)
       INSERT INTO property_days AS d (workspace_id, source, name, day, rows)
       SELECT $1, source, name, $3::date, rows FROM counted ORDER BY source, name
       ON CONFLICT (workspace_id, source, name, day) DO UPDATE SET rows = d.rows + excluded.rows`,
      [workspaceId, JSON.stringify(rows), day],
    )
  }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Deletes daily counts older than `daysKept`. @param today as YYYY-MM-DD */
export const forgetDays = (records: Records, workspaceId: string, today: string): Promise<unknown> =>
  records.query(`DELETE FROM property_days WHERE workspace_id = $1 AND day < $2::date - ${daysKept}`, [
    workspaceId,
    today,
  ])

const rowsOfAll = 'text_rows + number_rows + boolean_rows + array_rows'

/** Returns names by number of rows, most first, then by bytes; one more than the limit if there are more. */
export const listNames = (
  records: Records,
  workspaceId: string,
  source: CatalogueSource,
  { search, type, limit, prefix }: CatalogueWanted,
): Promise<readonly StoredName[]> =>
  records.query<StoredName>(
    `SELECT name, text_rows, number_rows, boolean_rows, array_rows,
       nullif(first_seen, '-infinity') AS first_seen, last_seen, examples
     FROM property_names
     WHERE workspace_id = $1 AND source = $2 AND name <> '' AND ${rowsOfAll} > 0
       AND position(lower($3) IN lower($6 || name)) > 0
       AND CASE $4::text WHEN 'text' THEN text_rows WHEN 'number' THEN number_rows WHEN 'boolean' THEN boolean_rows
         WHEN 'array' THEN array_rows ELSE 1 END > 0
     ORDER BY ${rowsOfAll} DESC, name LIMIT $5`,
    [workspaceId, source, search ?? '', type ?? null, limit + 1, prefix],
  )

/** Returns the counted rows of the source, and whether the workspace has `most` names. */
export async function countedRows(
  records: Records,
  workspaceId: string,
  source: CatalogueSource,
  most: number,
): Promise<{ readonly rows: number; readonly full: boolean }> {
  const [row] = await records.query<{ rows: number | null; full: boolean }>(
    `SELECT (SELECT text_rows FROM property_names WHERE workspace_id = $1 AND source = $2 AND name = '') AS rows,
       (SELECT count(*) FROM property_names WHERE workspace_id = $1 AND name <> '') >= $3 AS full`,
    [workspaceId, source, most],
  )
  return { rows: row?.rows ?? 0, full: row?.full === true }
}

/** Returns whether the catalogue of a source must still begin with a sample of its rows. */
export async function needsStart(
  records: Records,
  workspaceId: string,
  source: CatalogueSource,
): Promise<boolean> {
  const rows = await records.query('SELECT FROM property_starts WHERE workspace_id = $1 AND source = $2', [
    workspaceId,
    source,
  ])
  return rows.length > 0
}

/** Begins the catalogue of a source with a sample of its rows. Only the first of several processes writes it. */
export const begin = (
  records: RecordStore,
  workspaceId: string,
  source: CatalogueSource,
  {
    rows,
    found,
    most,
  }: { readonly rows: number; readonly found: readonly CatalogueStart[]; readonly most: number },
): Promise<void> =>
  records.transaction(async (records) => {
    const mine = await records.query(
      'DELETE FROM property_starts WHERE workspace_id = $1 AND source = $2 RETURNING source',
      [workspaceId, source],
    )
    if (mine.length === 0) return
    await records.query(
      `INSERT INTO property_names AS n
         (workspace_id, source, name, first_seen, text_rows, number_rows, boolean_rows, array_rows)
       SELECT $1, $2, name, '-infinity'::timestamptz, coalesce(sum(rows) FILTER (WHERE type = 'text'), 0), coalesce(sum(rows) FILTER (WHERE type = 'number'), 0),
         coalesce(sum(rows) FILTER (WHERE type = 'boolean'), 0), coalesce(sum(rows) FILTER (WHERE type = 'array'), 0)
       FROM (
         SELECT '' AS name, 'text' AS type, $4::bigint AS rows UNION ALL
         SELECT * FROM jsonb_to_recordset($3::jsonb) AS x (name text, type text, rows bigint)) AS x
       GROUP BY name ORDER BY name
       ON CONFLICT (workspace_id, source, name) DO UPDATE SET
         text_rows = n.text_rows + excluded.text_rows, number_rows = n.number_rows + excluded.number_rows,
         boolean_rows = n.boolean_rows + excluded.boolean_rows, array_rows = n.array_rows + excluded.array_rows,
         first_seen = excluded.first_seen`,
      [workspaceId, source, JSON.stringify(found.slice(0, most)), rows],
    )
  })
