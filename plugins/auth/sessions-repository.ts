import type { Records } from '../../contract/index.js'
import { userColumns, type User } from './users-repository.js'

export interface NewSession {
  readonly jti: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The next session of a sign-in; it ends at the latest `maxAge` seconds after the sign-in. */
export interface NextSession extends NewSession {
  readonly maxAge: number
}

export interface Renewed {
  readonly user: User
  /** At the latest the requested end. */
  readonly expiresAt: Date
}

/**
 * Opens a session and sets the user's `last_login_at`. Returns null if the user was deleted, or their password hash is no
 * longer the verified one.
 */
export async function openSession(
  records: Records,
  { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string },
  session: NewSession,
): Promise<User | null> {
  const [user] = await records.query<User>(
    `WITH u AS (UPDATE users SET last_login_at = $3 WHERE id = $1 AND password_hash = $5 RETURNING *),
     opened AS (INSERT INTO sessions (jti, user_id, created_at, expires_at, signed_in_at) SELECT $2, id, $3, $4, $3 FROM u)
     SELECT ${userColumns} FROM u`,
    [userId, session.jti, session.createdAt, session.expiresAt, passwordHash],
  )
  return user ?? null
}

/**
 * Ends a session and opens the next one of the same sign-in, in one statement. Returns null if the session has ended or
 * expired, or if the sign-in is older than `maxAge`. The user is locked first, so that a password change, which ends all
 * sessions, happens before or after but never in between.
 */
export async function replaceSession(
  records: Records,
  jti: string,
  next: NextSession,
): Promise<Renewed | null> {
  const [renewed] = await records.query<User & { readonly expires_at: Date }>(
    `WITH u AS MATERIALIZED (
       SELECT u.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.jti = $1 FOR SHARE OF u
     ),
     ended AS (
       UPDATE sessions s SET ended_at = $3 FROM u
       WHERE s.jti = $1 AND s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > $3
         AND s.signed_in_at + $5 * interval '1 second' > $3
       RETURNING s.user_id, s.signed_in_at
     ),
     opened AS (
       INSERT INTO sessions (jti, user_id, created_at, expires_at, signed_in_at)
       SELECT $2, user_id, $3, least($4, date_trunc('second', signed_in_at + $5 * interval '1 second')), signed_in_at
       FROM ended
       RETURNING expires_at
     )
     SELECT ${userColumns}, opened.expires_at FROM ended JOIN users u ON u.id = ended.user_id CROSS JOIN opened`,
    [jti, next.jti, next.createdAt, next.expiresAt, next.maxAge],
  )
  if (renewed === undefined) return null
  const { expires_at, ...user } = renewed
  return { user, expiresAt: expires_at }
}

export async function endSession(records: Records, jti: string, now: Date): Promise<void> {
  await records.query('UPDATE sessions SET ended_at = $2 WHERE jti = $1 AND ended_at IS NULL', [jti, now])
}

/** Ends all sessions of a user except the one with the id `kept`. */
export async function endSessionsOf(
  records: Records,
  userId: string,
  now: Date,
  kept: string | null = null,
): Promise<void> {
  await records.query(
    'UPDATE sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL AND jti IS DISTINCT FROM $3',
    [userId, now, kept],
  )
}

/** Deletes ended and expired sessions. */
export async function sweepSessions(records: Records, now: Date): Promise<void> {
  await records.query('DELETE FROM sessions WHERE expires_at <= $1 OR ended_at <= $1', [now])
}
