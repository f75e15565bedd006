import type { Records } from '../../contract/index.js'

export interface NewReset {
  readonly hash: string
  readonly userId: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Stores a reset link; earlier ones of the user end. */
export async function insertReset(
  transaction: Records,
  { hash, userId, createdBy, createdAt, expiresAt }: NewReset,
): Promise<void> {
  await deleteResetsOf(transaction, userId)
  await transaction.query(
    `INSERT INTO password_resets (hash, user_id, created_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [hash, userId, createdBy, createdAt, expiresAt],
  )
}

export interface Reset {
  readonly user_id: string
  readonly email: string
  readonly expires_at: Date
}

/** Returns null if the link is unknown, used, replaced or expired. */
export async function findReset(records: Records, hash: string, now: Date): Promise<Reset | null> {
  const [row] = await records.query<Reset>(
    `SELECT r.user_id, u.email, r.expires_at
     FROM password_resets r JOIN users u ON u.id = r.user_id
     WHERE r.hash = $1 AND r.expires_at > $2`,
    [hash, now],
  )
  return row ?? null
}

/** Uses up a link; if two requests use it at once, one gets true. */
export async function deleteReset(transaction: Records, hash: string): Promise<boolean> {
  const rows = await transaction.query('DELETE FROM password_resets WHERE hash = $1 RETURNING hash', [hash])
  return rows.length > 0
}

export async function deleteResetsOf(transaction: Records, userId: string): Promise<void> {
  await transaction.query('DELETE FROM password_resets WHERE user_id = $1', [userId])
}

/** Deletes the reset links that this user created for other users. */
export async function deleteResetsBy(transaction: Records, userId: string): Promise<void> {
  await transaction.query('DELETE FROM password_resets WHERE created_by = $1', [userId])
}
