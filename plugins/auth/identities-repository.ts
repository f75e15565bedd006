import type { Records } from '../../contract/index.js'

export interface BindableUser {
  readonly id: string
  readonly email: string
  readonly confirmed_at: Date | null
  /** Whether an identity of this issuer is already bound to the account. */
  readonly bound: boolean
}

/** Finds the account of an e-mail address, in any case, and locks it until the transaction ends. */
export async function lockBindableUser(
  transaction: Records,
  email: string,
  issuer: string,
): Promise<BindableUser | null> {
  const [row] = await transaction.query<BindableUser>(
    `SELECT u.id, u.email, u.confirmed_at,
       EXISTS (SELECT FROM identities i WHERE i.user_id = u.id AND i.issuer = $2) AS bound
     FROM users u WHERE lower(u.email) = lower($1) FOR UPDATE OF u`,
    [email, issuer],
  )
  return row ?? null
}

/** Returns whether an account is bound to the identity. */
export async function isBound(
  records: Records,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<boolean> {
  const rows = await records.query('SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2', [
    issuer,
    subject,
  ])
  return rows.length > 0
}

export async function insertIdentity(
  transaction: Records,
  {
    issuer,
    subject,
    userId,
    now,
  }: { readonly issuer: string; readonly subject: string; readonly userId: string; readonly now: Date },
): Promise<void> {
  await transaction.query(
    'INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)',
    [issuer, subject, userId, now],
  )
}

/** Confirms that the account belongs to the owner of its address, and replaces its password hash. */
export async function confirmUser(
  transaction: Records,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await transaction.query('UPDATE users SET confirmed_at = $2, password_hash = $3 WHERE id = $1', [
    userId,
    now,
    passwordHash,
  ])
}

export async function hasAccount(records: Records, email: string): Promise<boolean> {
  const rows = await records.query('SELECT id FROM users WHERE lower(email) = lower($1)', [email])
  return rows.length > 0
}
