import type { Records } from '../../core/contract/index.js'
import { userColumns, type User } from './users-repository.js'

export interface NewSession {
  readonly jti: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The next session of a sign-in, which may last no longer than this many seconds after it. */
export interface NextSession extends NewSession {
  readonly maxAge: number
}

export interface Renewed {
  readonly user: User
  /** Not later than what was asked for. */
  readonly expiresAt: Date
}

/**
 * Opens a session by a login, which is noted with the user; null if the user is gone, or the password that was looked
 * at is not the user's any more.
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
 * Ends one session and opens the next in one step; null if the old one is ended or expired already, or if its sign-in
 * is older than the next one's `maxAge`, at which the next one ends at the latest. The user is locked first: a change of the password, which ends all sessions, comes before or after, never in between.
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

/** All sessions of a user, but for the one that is kept. */
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

/** Forgets the sessions that no token can use any more. */
export async function sweepSessions(records: Records, now: Date): Promise<void> {
  await records.query('DELETE FROM sessions WHERE expires_at <= $1 OR ended_at <= $1', [now])
}
