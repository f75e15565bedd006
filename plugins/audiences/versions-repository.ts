import type { Records } from '../../contract/index.js'
import { readParts, type Audience, type StoredParts } from './audiences-repository.js'

/** An audience as it was after a change, without its definition. */
export interface VersionHead {
  readonly version: number
  /** The id of a user or of a key. */
  readonly changed_by: string
  /** The address at that time; null for a key. */
  readonly changed_by_email: string | null
  readonly changed_at: Date
  /** The names of the fields that differ from the version before; empty for the first. */
  readonly changed: readonly string[]
  /** The version that this change took back to; null for any other change. */
  readonly restored: number | null
  readonly name: string
  readonly listed_count: number
}

/** Fewer than of other things: an audience may list ten thousand persons. */
export const mostVersions = 20

const head = 'version, changed_by, changed_by_email, changed_at, changed, restored, name, listed_count'

/** Adds an audience as it is now to its history, and deletes the oldest version if there are more than `mostVersions`. */
export async function insertVersion(
  transaction: Records,
  audienceId: string,
  one: Pick<VersionHead, 'changed_by' | 'changed_by_email' | 'changed_at' | 'changed' | 'restored'>,
): Promise<void> {
  const [row] = await transaction.query<{ readonly version: number }>(
    `INSERT INTO audience_versions
       (audience_id, version, changed_by, changed_by_email, changed_at, changed, restored,
        name, description, definition, listed, listed_count)
     SELECT a.id,
       (SELECT coalesce(max(v.version), 0) + 1 FROM audience_versions v WHERE v.audience_id = a.id),
       $2, $3, $4::timestamptz, $5::text[], $6::integer,
       a.name, a.description, a.definition, a.listed, a.listed_count
     FROM audiences a WHERE a.id = $1
     RETURNING version`,
    [audienceId, one.changed_by, one.changed_by_email, one.changed_at, one.changed, one.restored],
  )
  await transaction.query('DELETE FROM audience_versions WHERE audience_id = $1 AND version <= $2', [
    audienceId,
    (row?.version ?? 0) - mostVersions,
  ])
}

/** Returns the versions, newest first. */
export const listVersions = (records: Records, audienceId: string): Promise<readonly VersionHead[]> =>
  records.query<VersionHead>(
    `SELECT ${head} FROM audience_versions WHERE audience_id = $1 ORDER BY version DESC`,
    [audienceId],
  )

/** Returns null if there is no such version. */
export async function findVersion(
  records: Records,
  audienceId: string,
  version: number,
): Promise<Pick<Audience, 'name' | 'description' | 'definition'> | null> {
  const [row] = await records.query<StoredParts & Pick<Audience, 'name' | 'description'>>(
    `SELECT name, description, definition, listed FROM audience_versions WHERE audience_id = $1 AND version = $2`,
    [audienceId, version],
  )
  if (row === undefined) return null
  return { name: row.name, description: row.description, definition: readParts(row) }
}
