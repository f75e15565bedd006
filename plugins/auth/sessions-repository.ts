import type { Records } from '../../core/contract/index.js'
import { userColumns, type User } from './users-repository.js'

export interface NewSession {
  readonly jti: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Opens a session by a login, which is noted with the user; null if the user is gone. */
export async function openSession(
  records: Records,
  userId: string,
  session: NewSession,
): Promise<User | null> {
  const [user] = await records.query<User>(
    `WITH u AS (UPDATE users SET last_login_at = $3 WHERE id = $1 RETURNING *),
     opened AS (INSERT INTO sessions (jti, user_id, created_at, expires_at) SELECT $2, id, $3, $4 FROM u)
     SELECT ${userColumns} FROM u`,
    [userId, session.jti, session.createdAt, session.expiresAt],
  )
  return user ?? null
}

/** Ends one session and opens the next in one step; null if the old one is ended or expired already. */
export async function replaceSession(records: Records, jti: string, next: NewSession): Promise<User | null> {
  const [user] = await records.query<User>(
    `WITH ended AS (
       UPDATE sessions SET ended_at = $3 WHERE jti = $1 AND ended_at IS NULL AND expires_at > $3
       RETURNING user_id
     ),
     opened AS (INSERT INTO sessions (jti, user_id, created_at, expires_at) SELECT $2, user_id, $3, $4 FROM ended)
     SELECT ${userColumns} FROM ended JOIN users u ON u.id = ended.user_id`,
    [jti, next.jti, next.createdAt, next.expiresAt],
  )
  return user ?? null
}

export async function endSession(records: Records, jti: string, now: Date): Promise<void> {
  await records.query('UPDATE sessions SET ended_at = $2 WHERE jti = $1 AND ended_at IS NULL', [jti, now])
}

/** Forgets the sessions that no token can use any more. */
export async function sweepSessions(records: Records, now: Date): Promise<void> {
  await records.query('DELETE FROM sessions WHERE expires_at <= $1 OR ended_at <= $1', [now])
}
