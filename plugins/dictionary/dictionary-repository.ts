import type { Records } from '../../contract/index.js'
import type {
  Dictionary,
  Entries,
  EventEntry,
  ExpectedValue,
  Kind,
  PropertyEntry,
  Status,
  Stored,
} from './entry.js'

interface Row {
  readonly name: string
  readonly description: string | null
  readonly owner: string | null
  readonly status: Status | null
  readonly expected: string
  readonly updated_by: string
  readonly updated_at: Date
}

const columns = 'name, description, owner, status, expected, updated_by, updated_at'

/** What `expected` holds follows from the kind. */
const read = <K extends Kind>({ expected, ...row }: Row): Stored<K> =>
  Object.assign(row, JSON.parse(expected) as object) as unknown as Stored<K>

const expectedOf: { readonly [K in Kind]: (entry: Entries[K]) => object } = {
  event: ({ properties }: EventEntry) => ({ properties }),
  property: ({ type, allowed }: ExpectedValue) => ({ type, allowed }),
}

/** Returns false if the workspace was deleted. Until the transaction ends, no other one changes the dictionary. */
export async function lockDictionary(transaction: Records, workspaceId: string): Promise<boolean> {
  const rows = await transaction.query('SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [
    workspaceId,
  ])
  return rows.length > 0
}

export async function findEntry<K extends Kind>(
  records: Records,
  workspaceId: string,
  kind: K,
  name: string,
): Promise<Stored<K> | null> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM dictionary WHERE workspace_id = $1 AND kind = $2 AND name = $3`,
    [workspaceId, kind, name],
  )
  return rows.map((row) => read<K>(row))[0] ?? null
}

export interface EntriesWanted {
  /** A part of the name or the description, in any case. */
  readonly search: string | null
  readonly status: Status | null
  /** Only names after this one, by bytes. */
  readonly after: string | null
  readonly limit: number
}

/** Returns a page of entries by name, in the order of bytes. */
export async function listEntries<K extends Kind>(
  records: Records,
  workspaceId: string,
  kind: K,
  { search, status, after, limit }: EntriesWanted,
): Promise<readonly Stored<K>[]> {
  const rows = await records.query<Row>(
    `SELECT ${columns} FROM dictionary
     WHERE workspace_id = $1 AND kind = $2
       AND ($3::text IS NULL OR position(lower($3) IN lower(name || E'\\n' || coalesce(description, ''))) > 0)
       AND ($4::text IS NULL OR status = $4)
       AND ($5::text IS NULL OR name > $5)
     ORDER BY name LIMIT $6`,
    [workspaceId, kind, search, status, after, limit],
  )
  return rows.map((row) => read<K>(row))
}

/** Returns the whole dictionary, each list by name. */
export async function readDictionary(records: Records, workspaceId: string): Promise<Dictionary> {
  const rows = await records.query<Row & { readonly kind: Kind }>(
    `SELECT kind, ${columns} FROM dictionary WHERE workspace_id = $1 ORDER BY name`,
    [workspaceId],
  )
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind)
  return { events: of('event').map(eventOf), properties: of('property').map(propertyOf) }
}

const eventOf = (row: Row): EventEntry => {
  const { name, description, owner, status, properties } = read<'event'>(row)
  return { name, description, owner, status, properties }
}

const propertyOf = (row: Row): PropertyEntry => {
  const { name, description, owner, status, type, allowed } = read<'property'>(row)
  return { name, description, owner, status, type, allowed }
}

export async function countEntries(records: Records, workspaceId: string, kind: Kind): Promise<number> {
  const [row] = await records.query<{ readonly entries: number }>(
    'SELECT count(*)::integer AS entries FROM dictionary WHERE workspace_id = $1 AND kind = $2',
    [workspaceId, kind],
  )
  return row?.entries ?? 0
}

/** Inserts an entry, or replaces the one of its name. */
export async function putEntry<K extends Kind>(
  transaction: Records,
  workspaceId: string,
  kind: K,
  entry: Entries[K],
  by: { readonly id: string; readonly now: Date },
): Promise<Stored<K>> {
  const { name, description, owner, status } = entry
  await transaction.query(
    `INSERT INTO dictionary (workspace_id, kind, ${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (workspace_id, kind, name) DO UPDATE SET description = excluded.description, owner = excluded.owner,
       status = excluded.status, expected = excluded.expected, updated_by = excluded.updated_by,
       updated_at = excluded.updated_at`,
    [
      workspaceId,
      kind,
      name,
      description,
      owner,
      status,
      JSON.stringify(expectedOf[kind](entry)),
      by.id,
      by.now,
    ],
  )
  return { ...entry, updated_by: by.id, updated_at: by.now }
}

/** Returns false if there is no entry of this name. */
export async function deleteEntry(
  transaction: Records,
  workspaceId: string,
  kind: Kind,
  name: string,
): Promise<boolean> {
  const rows = await transaction.query(
    'DELETE FROM dictionary WHERE workspace_id = $1 AND kind = $2 AND name = $3 RETURNING name',
    [workspaceId, kind, name],
  )
  return rows.length > 0
}
