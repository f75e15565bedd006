import type { Records } from '../../contract/index.js'

export interface Credentials {
  readonly id: string
  readonly password_hash: string
  /** Whether someone has signed in to the account from this network address since the given time. */
  readonly known: boolean
}

/** Finds the account of an e-mail address, in any case. */
export async function findCredentials(
  records: Records,
  { email, address, since }: { readonly email: string; readonly address: string; readonly since: Date },
): Promise<Credentials | null> {
  const [row] = await records.query<Credentials>(
    `SELECT u.id, u.password_hash, p.user_id IS NOT NULL AS known
     FROM users u
     LEFT JOIN sign_in_places p ON p.user_id = u.id AND p.address = $2 AND p.last_at > $3
     WHERE lower(u.email) = lower($1)`,
    [email, address, since],
  )
  return row ?? null
}

export interface Failures {
  readonly failures: number
  readonly last_at: Date
}

/** Returns the wrong passwords in a row; null if there is none since `since`. */
export async function findFailures(records: Records, key: string, since: Date): Promise<Failures | null> {
  const [row] = await records.query<Failures>(
    'SELECT failures, last_at FROM sign_in_failures WHERE key = $1 AND last_at > $2',
    [key, since],
  )
  return row ?? null
}

/** Counts one more wrong password; starts again at 1 if the last one was before `since`. */
export async function countFailure(records: Records, key: string, now: Date, since: Date): Promise<void> {
  await records.query(
    `INSERT INTO sign_in_failures AS f (key, failures, last_at) VALUES ($1, 1, $2)
     ON CONFLICT (key) DO UPDATE SET
       failures = CASE WHEN f.last_at > $3 THEN f.failures + 1 ELSE 1 END,
       last_at = $2`,
    [key, now, since],
  )
}

/** Notes a right password: deletes the failures and remembers the network address. */
export async function noteSuccess(
  records: Records,
  { key, userId, address }: { readonly key: string; readonly userId: string; readonly address: string },
  now: Date,
): Promise<void> {
  await records.query(
    `WITH forgotten AS (DELETE FROM sign_in_failures WHERE key = $1)
     INSERT INTO sign_in_places (user_id, address, last_at) SELECT id, $3, $4 FROM users WHERE id = $2
     ON CONFLICT (user_id, address) DO UPDATE SET last_at = excluded.last_at`,
    [key, userId, address, now],
  )
}

/** Deletes failures and network addresses from before these times. */
export async function sweepSignIns(
  records: Records,
  { failures, places }: { readonly failures: Date; readonly places: Date },
): Promise<void> {
  await records.query('DELETE FROM sign_in_failures WHERE last_at <= $1', [failures])
  await records.query('DELETE FROM sign_in_places WHERE last_at <= $1', [places])
}
